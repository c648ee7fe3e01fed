import { useEffect, useRef } from 'react'

export type FormDraft = { fields: Record<string, unknown>; version: number | undefined }

/** What was typed when the login ended, by draft key. In memory only. */
const savedDrafts = new Map<string, FormDraft>()
/** Reads what is being typed, by draft key. */
const openForms = new Map<string, () => FormDraft | undefined>()

/** What is being typed into the open forms whose draft key ends in this id. */
export const draftsOfOpenForms = (id: string) =>
  [...openForms].flatMap(([key, read]) => (key.endsWith(id) ? (read() ?? []) : []))

/** Called when the login has ended, before the pages unmount. False where nothing was being typed. */
export function saveDrafts() {
  for (const [key, read] of openForms) {
    const draft = read()
    if (draft) savedDrafts.set(key, draft)
  }
  return savedDrafts.size > 0
}

/** Another user must not see them. */
export const clearDrafts = () => savedDrafts.clear()

export const findDraft = (key: string) => savedDrafts.get(key)

/** Lets `saveDrafts` read the form while it is open, and drops the draft that it was restored from. */
export function useFormDraft(key: string | undefined, read: () => FormDraft | undefined) {
  const latest = useRef(read)
  useEffect(() => {
    latest.current = read
  })
  useEffect(() => {
    if (key === undefined) return
    savedDrafts.delete(key)
    openForms.set(key, () => latest.current())
    return () => void openForms.delete(key)
  }, [key])
}
