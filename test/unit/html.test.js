'use strict'

const t = require('tap')
const { escape, html, Markup } = require('../../scripts/lib/present/html')

t.test('a text is escaped, in an element and in an attribute', async (t) => {
  t.equal(escape('&<>"\''), '&amp;&lt;&gt;&quot;&#39;')
  t.equal(String(html`<a title="${'"<b> & \'c\''}">${'<i>'}</a>`),
    '<a title="&quot;&lt;b&gt; &amp; &#39;c&#39;">&lt;i&gt;</a>')
})

t.test('markup is kept, lists are joined, numbers are printed', async (t) => {
  t.equal(String(html`<p>${html`<b>${1}</b>`}${new Markup('<br>')}</p>`), '<p><b>1</b><br></p>')
  t.equal(String(html`${['<', html`<hr>`, [2, '>']]}`), '&lt;<hr>2&gt;')
})

t.test('a backslash in a template is what it is in a text', async (t) => {
  t.equal(String(html`a\nb${'c\\n'}`), 'a\nbc\\n')
})
