import { useEffect, useState, useSyncExternalStore } from 'react'
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

/** Renders before the browser takes its picture for printing. */
export function useIsPrinting() {
  const [isPrinting, setPrinting] = useState(false)
  useEffect(() => {
    const begin = () => flushSync(() => setPrinting(true))
    const end = () => setPrinting(false)
    addEventListener('beforeprint', begin)
    addEventListener('afterprint', end)
    return () => {
      removeEventListener('beforeprint', begin)
      removeEventListener('afterprint', end)
    }
  }, [])
  return useMediaQuery('print') || isPrinting
}
