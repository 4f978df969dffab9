// The default theme without its web fonts: the first page stays small, and nothing has to be downloaded.

import theme from 'vitepress/theme-without-fonts'
import './style.css'

export default theme
