import path from 'node:path'
import { storable } from '../../db/storable.ts'

/** Characters that some file system refuses, and those that turn the reading direction around. */
const refused = /[\p{Cc}\p{Bidi_Control}/\\:*?"<>|]+/gu
const longest = 150

/** The name a client sent, fit to be a file's name anywhere; empty where nothing of it is left. */
export function safeFileName(given: string) {
  const base = storable(given).split(/[/\\]/).at(-1) ?? ''
  const { name, ext } = path.parse(base.replaceAll(refused, '_').trim().replaceAll(/^\.+/g, ''))
  return cut(name, longest) + cut(ext, 10)
}

/** Without half of a character at the end. */
const cut = (text: string, length: number) => text.slice(0, length).replace(/[\uD800-\uDBFF]$/, '')

/** "Composed from the session id, the client name and a timestamp, with an .mp4 extension" (specification part 2, section 7). */
export const composedFileName = (sessionId: string, clientName: string, at: Date) =>
  safeFileName(
    `${sessionId}_${clientName.trim().replaceAll(/[\s/\\]+/g, '_')}_${at.toISOString().replaceAll(/[:.]/g, '-')}.mp4`,
  )
