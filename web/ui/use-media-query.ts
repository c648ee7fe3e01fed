import { useSyncExternalStore } from 'react'
import { flushSync } from 'react-dom'

/** "Mobile breakpoint: 768 px" (specification part 1, section 9). */
export const phoneQuery = 'screen and (max-width: 767.98px)'

/** From here on (`lg`) there is room for two columns in a drawer. */
export const twoColumnQuery = '(min-width: 64rem)'

/** Whether the screen is as the media query says, now and after every change. */
export const useMediaQuery = (query: string) =>
  useSyncExternalStore(
    (onChange) => {
      const media = matchMedia(query)
      media.addEventListener('change', onChange)
      return () => media.removeEventListener('change', onChange)
    },
    () => matchMedia(query).matches,
  )

const isPrinted = () => matchMedia('print').matches
let isPrinting = false

/** Whether the page is being printed. What that changes is drawn before the browser takes its picture. */
export const useIsPrinting = () =>
  useSyncExternalStore(
    (onChange) => {
      const media = matchMedia('print')
      const begin = () => {
        isPrinting = true
        flushSync(onChange)
      }
      const end = () => {
        isPrinting = false
        onChange()
      }
      addEventListener('beforeprint', begin)
      addEventListener('afterprint', end)
      media.addEventListener('change', onChange)
      return () => {
        removeEventListener('beforeprint', begin)
        removeEventListener('afterprint', end)
        media.removeEventListener('change', onChange)
      }
    },
    () => isPrinting || isPrinted(),
  )
