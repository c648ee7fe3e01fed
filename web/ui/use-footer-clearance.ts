import { type RefObject, useLayoutEffect, useState } from 'react'

/**
 * Pixels that messages stand higher so that they cover no button of the dialog in use: whoever just pressed one has the
 * pointer there, and the message that came of it would stay under it. `shown`: the key of the one in view.
 */
export function useFooterClearance(area: RefObject<HTMLElement | null>, shown: number | undefined) {
  const [room, setRoom] = useState(0)
  useLayoutEffect(() => {
    if (shown === undefined) return undefined
    const measure = () => setRoom(roomFor(footerInUse(), area.current))
    measure()
    // Dialogs come and go at the end of the page.
    const dialogs = new MutationObserver(measure)
    dialogs.observe(document.body, { childList: true })
    window.addEventListener('resize', measure)
    return () => {
      dialogs.disconnect()
      window.removeEventListener('resize', measure)
    }
  }, [area, shown])
  return room
}

/** Of the dialog that was opened last and is not on its way out. */
const footerInUse = () =>
  [...document.querySelectorAll('[data-state="open"] > [data-footer]')].at(-1)

function roomFor(footer: Element | undefined, area: HTMLElement | null) {
  if (!footer || !area) return 0
  const { top, left, right, bottom } = footer.getBoundingClientRect()
  const own = area.getBoundingClientRect()
  const isCovered = right > own.left && left < own.right && bottom > innerHeight - area.offsetHeight
  return isCovered ? innerHeight - top : 0
}
