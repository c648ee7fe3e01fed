import { AppError } from '../../../platform/errors.ts'
import type { OnBytes } from './for-each-chunk.ts'

/** Characters of a prefix such as `data:video/mp4;codecs="…";base64,`. */
const maxPrefixLength = 500
/** Four characters are three bytes; the last group may be shorter. */
const groupLength = 4

/** More bytes than one chunk from a connection decodes to. */
const defaultBufferBytes = 64 * 1024

const invalid = () => new AppError('invalid', 'fileData is not valid base64.')

/** Checks the undecoded rest of a chunk. */
const isPlain = /^[\w+/-]*$/

/** JSON escapes that may occur in base64: a slash, and line breaks, which are skipped. */
const escapes: Record<string, string> = { '/': '/', n: '', r: '', t: '' }

/**
 * Decodes the inside of a JSON string that holds base64, in chunks cut anywhere. A data-URL prefix is skipped. Throws
 * invalid.
 */
export function base64Decoder() {
  let isPrefixRead = false
  /** Reused: allocating for each chunk takes longer than decoding it. */
  let buffer = Buffer.allocUnsafeSlow(defaultBufferBytes)
  /** An escape that is not complete yet. */
  let escape = ''
  let pending = ''

  function unescaped(chunk: string) {
    let text = escape + chunk
    escape = ''
    if (!text.includes('\\')) return text
    const cut = /\\(?:u[\dA-Fa-f]{0,3})?$/.exec(text)
    if (cut) {
      escape = cut[0]
      text = text.slice(0, cut.index)
    }
    return text.replaceAll(/\\(?:u([\dA-Fa-f]{4})|(.))/gs, (_, code?: string, letter = '') => {
      const character = code ? String.fromCharCode(Number.parseInt(code, 16)) : escapes[letter]
      if (character === undefined) throw invalid()
      return character
    })
  }

  function withoutPrefix(text: string) {
    const start = text.slice(0, 5).toLowerCase()
    if (!'data:'.startsWith(start)) return text
    const comma = text.indexOf(',')
    if (comma < 0) {
      if (text.length > maxPrefixLength) throw invalid()
      return undefined
    }
    if (!/;base64$/i.test(text.slice(0, comma))) throw invalid()
    return text.slice(comma + 1)
  }

  /** Node skips what is not base64: then fewer bytes are written than expected. */
  const isDecoded = (text: string, start: number, bytes: number) =>
    buffer.write(text, start, 'base64') === bytes

  /** Decodes complete groups and buffers the rest. False where there is anything but base64. */
  function decode(text: string, onBytes: OnBytes) {
    const ready = Math.floor((pending.length + text.length - 1) / groupLength) * groupLength
    if (ready <= 0) {
      pending += text
      return true
    }
    const missing = pending ? groupLength - pending.length : 0
    const bytes = (ready / groupLength) * 3
    // Never filled completely: `releaseMemory` would detach a whole buffer.
    if (buffer.length <= bytes) buffer = Buffer.allocUnsafeSlow(bytes + 1)
    if (pending && !isDecoded(pending + text.slice(0, missing), 0, 3)) return false
    const start = pending ? 3 : 0
    const end = ready - pending.length
    if (!isDecoded(text.slice(missing, end), start, bytes - start)) return false
    pending = text.slice(end)
    onBytes(buffer.subarray(0, bytes))
    return true
  }

  return {
    /**
     * The fast path for a chunk of plain base64, as nearly all are. False for any other chunk, which is not consumed.
     */
    pushPlain(chunk: string, onBytes: OnBytes) {
      if (!isPrefixRead || escape || !isPlain.test(chunk.slice(-groupLength))) return false
      return decode(chunk, onBytes)
    },
    push(chunk: string, onBytes: OnBytes) {
      let text = unescaped(chunk)
      if (!isPrefixRead) {
        pending += text
        const rest = withoutPrefix(pending)
        if (rest === undefined) return
        // Fewer than five characters may still become `data:`.
        if (rest === pending && pending.length < 5) return
        isPrefixRead = true
        text = rest
        pending = ''
      }
      if (!decode(text, onBytes)) throw invalid()
    },
    end(onBytes: OnBytes) {
      if (escape) throw invalid()
      const text = /^[^=]*/.exec(pending)?.[0] ?? ''
      const padding = pending.length - text.length
      const isWhole =
        padding === 0 ? text.length % groupLength !== 1 : pending.length % groupLength === 0
      if (!isWhole || padding > 2 || !/^=*$/.test(pending.slice(text.length))) throw invalid()
      const bytes = Math.floor((text.length * 3) / groupLength)
      if (!bytes) return
      if (!isDecoded(text, 0, bytes)) throw invalid()
      onBytes(buffer.subarray(0, bytes))
    },
  }
}
