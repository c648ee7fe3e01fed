import { useEffect } from 'react'
import { brandName } from './brand.ts'

/** Names the browser's tab after the page. */
export function usePageTitle(title: string) {
  useEffect(() => {
    document.title = `${title} · ${brandName}`
  }, [title])
}
