import { useSyncExternalStore } from 'react'

let isBegun = false

/** Tells of paper: the medium of the page, and the beginning and end of a print, of which not every browser makes one. */
function subscribe(tell: () => void) {
  const media = matchMedia('print')
  const begin = () => {
    isBegun = true
    tell()
  }
  const end = () => {
    isBegun = false
    tell()
  }
  media.addEventListener('change', tell)
  addEventListener('beforeprint', begin)
  addEventListener('afterprint', end)
  return () => {
    media.removeEventListener('change', tell)
    removeEventListener('beforeprint', begin)
    removeEventListener('afterprint', end)
  }
}

/** Whether the page is being printed: what is only for paper is made then, before the browser takes its picture. */
export const usePrinting = () =>
  useSyncExternalStore(subscribe, () => isBegun || matchMedia('print').matches)
