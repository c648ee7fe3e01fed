import { useEffect, useRef } from 'react'

export type Entry = { fields: Record<string, unknown>; version: number | undefined }

/** What was being typed when a login ended, by the name of its form. In this window's memory only. */
const kept = new Map<string, Entry>()
/** Reads what is being typed, by the name of its form. */
const open = new Map<string, () => Entry | undefined>()

/** All that is being typed into the forms of something, by the end of their names. */
export const typedInto = (id: string) =>
  [...open].flatMap(([name, read]) => (name.endsWith(id) ? (read() ?? []) : []))

/** Called when the login has ended and before the pages go; false where nothing was being typed. */
export function keepEntries() {
  for (const [name, read] of open) {
    const entry = read()
    if (entry) kept.set(name, entry)
  }
  return kept.size > 0
}

/** What one person typed must not be there for the next. */
export const forgetEntries = () => kept.clear()

/** What was typed into this form before the login ended. */
export const typedBefore = (name: string) => kept.get(name)

/** Offers what is typed for keeping as long as the form is open. What was kept before has found its form again. */
export function useKeptEntry(name: string | undefined, read: () => Entry | undefined) {
  const latest = useRef(read)
  useEffect(() => {
    latest.current = read
  })
  useEffect(() => {
    if (name === undefined) return
    kept.delete(name)
    open.set(name, () => latest.current())
    return () => void open.delete(name)
  }, [name])
}
