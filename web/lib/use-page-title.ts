import { useEffect } from 'react'
import { brandName } from './page-settings.ts'

/** Names the browser's tab after the page; undefined where a part of the page says what it has become. */
export function usePageTitle(title: string | undefined) {
  useEffect(() => {
    if (title !== undefined) document.title = `${title} · ${brandName}`
  }, [title])
}
