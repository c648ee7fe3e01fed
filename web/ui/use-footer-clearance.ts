import { type RefObject, useLayoutEffect, useState } from 'react'

/**
 * Pixels by which a toast moves up so that it does not cover the buttons of the open dialog. `shown`: the key of the toast.
 */
export function useFooterClearance(area: RefObject<HTMLElement | null>, shown: number | undefined) {
  const [room, setRoom] = useState(0)
  useLayoutEffect(() => {
    if (shown === undefined) return undefined
    const measure = () => setRoom(roomFor(footerOfOpenDialog(), area.current))
    measure()
    // Dialogs open and close at the end of the body.
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

const footerOfOpenDialog = () =>
  [...document.querySelectorAll('[data-state="open"] > [data-footer]')].at(-1)

function roomFor(footer: Element | undefined, area: HTMLElement | null) {
  if (!footer || !area) return 0
  const { top, left, right, bottom } = footer.getBoundingClientRect()
  const own = area.getBoundingClientRect()
  const isCovered = right > own.left && left < own.right && bottom > innerHeight - area.offsetHeight
  return isCovered ? innerHeight - top : 0
}
