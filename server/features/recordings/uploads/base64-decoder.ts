import { AppError } from '../../../platform/errors.ts'
import type { Take } from './each-piece.ts'

/** Characters of a prefix such as `data:video/mp4;codecs="…";base64,`. */
const longestPrefix = 500
/** Four characters are three bytes; the last group may be shorter, so it waits for the end. */
const group = 4

/** Bytes, more than what comes off a connection at once decodes to. */
const usualRoom = 64 * 1024

const invalid = () => new AppError('invalid', 'fileData is not valid base64.')

/** What is left of a piece for later is not decoded, and so not judged by that. */
const isPlain = /^[\w+/-]*$/

/** What an escape of a JSON string stands for inside base64: a slash, or a line break that is passed over. */
const meaning: Record<string, string> = { '/': '/', n: '', r: '', t: '' }

/**
 * Decodes the inside of a JSON string that holds base64, in pieces cut anywhere (an escaped quote cannot occur:
 * it is no base64). A data-URL prefix is passed over. Throws invalid.
 */
export function base64Decoder() {
  let isPrefixRead = false
  /** Decoded into again and again: fresh memory for each piece takes longer than the decoding. */
  let room = Buffer.allocUnsafeSlow(usualRoom)
  /** An escape that is not complete yet. */
  let escape = ''
  let waiting = ''

  function unescaped(piece: string) {
    let text = escape + piece
    escape = ''
    if (!text.includes('\\')) return text
    const cut = /\\(?:u[\dA-Fa-f]{0,3})?$/.exec(text)
    if (cut) {
      escape = cut[0]
      text = text.slice(0, cut.index)
    }
    return text.replaceAll(/\\(?:u([\dA-Fa-f]{4})|(.))/gs, (_, code?: string, letter = '') => {
      const character = code ? String.fromCharCode(Number.parseInt(code, 16)) : meaning[letter]
      if (character === undefined) throw invalid()
      return character
    })
  }

  function withoutPrefix(text: string) {
    const start = text.slice(0, 5).toLowerCase()
    if (!'data:'.startsWith(start)) return text
    const comma = text.indexOf(',')
    if (comma < 0) {
      if (text.length > longestPrefix) throw invalid()
      return undefined
    }
    if (!/;base64$/i.test(text.slice(0, comma))) throw invalid()
    return text.slice(comma + 1)
  }

  /** Decodes into `room` from `start` on. Node passes over what is no base64: then there are fewer bytes than expected. */
  const isDecoded = (text: string, start: number, bytes: number) =>
    room.write(text, start, 'base64') === bytes

  /** Decodes the groups that are whole, and keeps the rest for later. False where anything in them is no base64. */
  function decode(text: string, take: Take) {
    const ready = Math.floor((waiting.length + text.length - 1) / group) * group
    if (ready <= 0) {
      waiting += text
      return true
    }
    // Only the group that was cut is put together: the rest of the text stays where it is.
    const missing = waiting ? group - waiting.length : 0
    const bytes = (ready / group) * 3
    // Never filled up: what is a whole buffer would be given back.
    if (room.length <= bytes) room = Buffer.allocUnsafeSlow(bytes + 1)
    if (waiting && !isDecoded(waiting + text.slice(0, missing), 0, 3)) return false
    const start = waiting ? 3 : 0
    const end = ready - waiting.length
    if (!isDecoded(text.slice(missing, end), start, bytes - start)) return false
    waiting = text.slice(end)
    take(room.subarray(0, bytes))
    return true
  }

  return {
    /**
     * Takes a piece that is nothing but base64, as nearly all are: to look for anything else in it first would take as long
     * as decoding it. False for any other one, of which nothing is taken.
     */
    pushPlain(piece: string, take: Take) {
      if (!isPrefixRead || escape || !isPlain.test(piece.slice(-group))) return false
      return decode(piece, take)
    },
    push(piece: string, take: Take) {
      let text = unescaped(piece)
      if (!isPrefixRead) {
        waiting += text
        const rest = withoutPrefix(waiting)
        if (rest === undefined) return
        // Fewer than five characters may still become `data:`.
        if (rest === waiting && waiting.length < 5) return
        isPrefixRead = true
        text = rest
        waiting = ''
      }
      if (!decode(text, take)) throw invalid()
    },
    end(take: Take) {
      if (escape) throw invalid()
      const text = /^[^=]*/.exec(waiting)?.[0] ?? ''
      const padding = waiting.length - text.length
      const isWhole = padding === 0 ? text.length % group !== 1 : waiting.length % group === 0
      if (!isWhole || padding > 2 || !/^=*$/.test(waiting.slice(text.length))) throw invalid()
      const bytes = Math.floor((text.length * 3) / group)
      if (!bytes) return
      if (!isDecoded(text, 0, bytes)) throw invalid()
      take(room.subarray(0, bytes))
    },
  }
}
