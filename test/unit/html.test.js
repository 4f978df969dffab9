'use strict'

const t = require('tap')
const { escape, html, Markup } = require('../../scripts/lib/present/html')

t.test('a text is escaped, in an element and in an attribute; markup is kept', async (t) => {
  t.equal(escape('&<>"\''), '&amp;&lt;&gt;&quot;&#39;')
  t.equal(String(html`<a title="${'"<b> & \'c\''}">${'<i>'}</a>`),
    '<a title="&quot;&lt;b&gt; &amp; &#39;c&#39;">&lt;i&gt;</a>')
  t.equal(String(html`<p>${html`<b>${1}</b>`}${new Markup('<br>')}</p>`), '<p><b>1</b><br></p>')
  t.equal(String(html`${['<', html`<hr>`, [2, '>']]}`), '&lt;<hr>2&gt;')
  t.equal(String(html`a\nb${'c\\n'}`), 'a\nbc\\n', 'a backslash is what it is in a text')
})
