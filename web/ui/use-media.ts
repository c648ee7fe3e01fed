import { useSyncExternalStore } from 'react'

/** "Mobile breakpoint: 768 px" (specification part 1, section 9). */
export const phone = '(max-width: 767.98px)'

/** From here on (`lg`) there is room for two columns in a drawer. */
export const twoColumns = '(min-width: 64rem)'

/** Whether the screen is as the media query says, now and after every change. */
export const useMedia = (query: string) =>
  useSyncExternalStore(
    (onChange) => {
      const media = matchMedia(query)
      media.addEventListener('change', onChange)
      return () => media.removeEventListener('change', onChange)
    },
    () => matchMedia(query).matches,
  )
