import { useEffect } from 'react'
import { brandName } from './page-settings.ts'

/** Undefined where a part of the page sets the title. */
export function usePageTitle(title: string | undefined) {
  useEffect(() => {
    if (title !== undefined) document.title = `${title} · ${brandName}`
  }, [title])
}
