import path from 'node:path'
import { withoutInvisible } from '#contract/invisible-signs.ts'
import { toStorableText } from '../../../platform/db/storable-text.ts'

/** Characters that some file system refuses, and those that turn the reading direction around. */
const refused = /[\p{Cc}\p{Bidi_Control}/\\:*?"<>|]+/gu
const longest = 150

/** The name a client sent, fit to be a file's name anywhere; empty where nothing of it is left. */
export function safeFileName(given: string) {
  const base = toStorableText(given).split(/[/\\]/).at(-1) ?? ''
  const visible = withoutInvisible(base.replaceAll(refused, '_'))
  const { name, ext } = path.parse(visible.trim().replaceAll(/^\.+/g, ''))
  return cut(name, longest) + cut(ext, 10)
}

/** Without half of a character at the end. */
const cut = (text: string, length: number) => text.slice(0, length).replace(/[\uD800-\uDBFF]$/, '')

/** By what a file is: how its name may end, the usual ending first. */
const endings: Record<string, readonly string[]> = {
  'video/mp4': ['.mp4', '.m4v'],
  'video/quicktime': ['.mov', '.qt'],
  'video/webm': ['.webm'],
  'video/x-matroska': ['.mkv'],
  'video/mp2t': ['.ts', '.mts', '.m2ts'],
  'video/mpeg': ['.mpg', '.mpeg'],
  'video/ogg': ['.ogv', '.ogg'],
  'application/ogg': ['.ogv', '.ogg'],
  'video/x-msvideo': ['.avi'],
  'video/x-flv': ['.flv'],
  'video/x-ms-wmv': ['.wmv', '.asf'],
}
/** What looks like the ending of a name, and not like words behind a full stop. */
const ending = /(?<=.)\.(?!\d+$)(?:[a-z\d]{1,5}|[A-Z\d]{1,5})$/

/** The name under which a video is handed out: it ends as what the file is, whatever it was called. */
export function videoFileName(given: string, contentType: string) {
  const fitting = endings[contentType.toLowerCase()] ?? ['.bin']
  let name = safeFileName(given).replace(/[\s.]+$/, '')
  if (fitting.includes(path.extname(name).toLowerCase())) return name
  while (ending.test(name)) name = name.replace(ending, '').replace(/[\s.]+$/, '')
  return `${name || 'recording'}${fitting[0]}`
}

/** "Composed from the session id, the client name and a timestamp, with an .mp4 extension" (specification part 2, section 7). */
export const composedFileName = (sessionId: string, clientName: string, at: Date) =>
  safeFileName(
    `${sessionId}_${clientName.trim().replaceAll(/[\s/\\]+/g, '_')}_${at.toISOString().replaceAll(/[:.]/g, '-')}.mp4`,
  )
