'use strict'

/** @param {string} page file or URL to open, but not in CI or without a display */
async function openPage (page) {
  const { CI, DISPLAY, WAYLAND_DISPLAY } = process.env
  if (CI) return
  if (process.platform === 'linux' && !DISPLAY && !WAYLAND_DISPLAY) return
  const { default: open } = await import('open')
  await open(page)
}

module.exports = { openPage }
