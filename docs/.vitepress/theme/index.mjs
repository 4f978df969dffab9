// The default theme without its web fonts: the first page stays small, and nothing has to be
// downloaded.

import { onContentUpdated } from 'vitepress'
import theme from 'vitepress/theme-without-fonts'
import './style.css'

/** The first page's layout has no main element: screen readers need one. */
function markMain () {
  const content = document.getElementById('VPContent')
  if (content) content.role = content.querySelector('main') ? null : 'main'
}

export default { ...theme, setup: () => onContentUpdated(markMain) }
