import { useEffect } from 'react'
import { brandName } from './page-settings.ts'
import { createStore, useStore } from './store.ts'

/** Before the title of every page, such as a red dot while something is recorded. */
export const titleMark = createStore('')

/** Undefined where a part of the page sets the title. */
export function usePageTitle(title: string | undefined) {
  const mark = useStore(titleMark)
  useEffect(() => {
    if (title !== undefined) document.title = `${mark}${title} · ${brandName}`
  }, [title, mark])
}
