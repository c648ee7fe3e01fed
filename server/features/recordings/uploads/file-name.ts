import path from 'node:path'
import { recordingFileName } from '#contract/recordings/recordings.ts'
import { withoutInvisible } from '#contract/rules/invisible-signs.ts'
import { toStorableText } from '../../../platform/db/storable-values.ts'

/** Characters that some file systems forbid, and those that change the reading direction. */
const forbidden = /[\p{Cc}\p{Bidi_Control}/\\:*?"<>|]+/gu
const maxLength = 150

/** A valid file name on every system; empty if no character is valid. */
export function safeFileName(given: string) {
  const base = toStorableText(given).split(/[/\\]/).at(-1) ?? ''
  const visible = withoutInvisible(base.replaceAll(forbidden, '_'))
  const { name, ext } = path.parse(visible.trim().replaceAll(/^\.+/g, ''))
  return cut(name, maxLength) + cut(ext, 10)
}

/** Does not cut a surrogate pair. */
const cut = (text: string, length: number) => text.slice(0, length).replace(/[\uD800-\uDBFF]$/, '')

/** File extensions by content type, the default first. */
const extensions: Record<string, readonly string[]> = {
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
/** Looks like an extension rather than like words after a full stop. */
const extensionLike = /(?<=.)\.(?!\d+$)(?:[a-z\d]{1,5}|[A-Z\d]{1,5})$/

/** The name for downloads, with the extension of the actual content type. */
export function videoFileName(given: string, contentType: string) {
  const fitting = extensions[contentType.toLowerCase()] ?? ['.bin']
  let name = safeFileName(given).replace(/[\s.]+$/, '')
  if (fitting.includes(path.extname(name).toLowerCase())) return name
  while (extensionLike.test(name)) name = name.replace(extensionLike, '').replace(/[\s.]+$/, '')
  return `${name || 'recording'}${fitting[0]}`
}

/** The name of a recording that came without one. */
export const composedFileName = (sessionId: string, clientName: string, at: Date) =>
  safeFileName(recordingFileName(sessionId, clientName, at))
