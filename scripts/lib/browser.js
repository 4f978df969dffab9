'use strict'

// Shows a page to whoever sits before the screen, where there is one.

/**
 * @param {string} file an HTML page
 * @returns {Promise<boolean>} whether it was opened: not in CI, not without a display, not with OPEN=0
 */
async function openPage (file) {
  const { CI, DISPLAY, OPEN, WAYLAND_DISPLAY } = process.env
  if (CI || OPEN === '0') return false
  if (process.platform === 'linux' && !DISPLAY && !WAYLAND_DISPLAY) return false
  const { default: open } = await import('open')
  await open(file)
  return true
}

module.exports = { openPage }
