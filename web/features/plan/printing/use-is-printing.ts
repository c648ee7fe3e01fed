import { useSyncExternalStore } from 'react'

let hasBegun = false

/** Not every browser fires both the media query and the print events. */
function subscribe(notify: () => void) {
  const media = matchMedia('print')
  const begin = () => {
    hasBegun = true
    notify()
  }
  const end = () => {
    hasBegun = false
    notify()
  }
  media.addEventListener('change', notify)
  addEventListener('beforeprint', begin)
  addEventListener('afterprint', end)
  return () => {
    media.removeEventListener('change', notify)
    removeEventListener('beforeprint', begin)
    removeEventListener('afterprint', end)
  }
}

/** Whether the page is being printed, for content that only exists on paper. */
export const useIsPrinting = () =>
  useSyncExternalStore(subscribe, () => hasBegun || matchMedia('print').matches)
