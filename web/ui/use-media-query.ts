import { useSyncExternalStore } from 'react'
import { flushSync } from 'react-dom'

/** See docs/product.md, "Everywhere". */
export const phoneQuery = 'screen and (max-width: 767.98px)'

/** Too narrow for a plan beside the whole sidebar. */
export const foldedSidebarQuery = 'screen and (max-width: 1151.98px)'

/** Room for two columns in a drawer (`lg`). */
export const twoColumnQuery = '(min-width: 64rem)'

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

/** Renders before the browser takes its picture for printing. */
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
