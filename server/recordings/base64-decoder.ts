import { AppError } from '../errors.ts'

/** Characters of a prefix such as `data:video/mp4;codecs="…";base64,`. */
const longestPrefix = 500
/** Four characters are three bytes; the last group may be shorter, so it waits for the end. */
const group = 4

const invalid = () => new AppError('invalid', 'fileData is not valid base64.')

/** What an escape of a JSON string stands for inside base64: a slash, or a line break that is passed over. */
const meaning: Record<string, string> = { '/': '/', n: '', r: '', t: '' }

/**
 * Decodes the inside of a JSON string that holds base64, in pieces cut anywhere (an escaped quote cannot occur:
 * it is no base64). A data-URL prefix is passed over. Throws invalid.
 */
export function base64Decoder() {
  let isPrefixRead = false
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

  function decoded(text: string, bytes: number) {
    const buffer = Buffer.from(text, 'base64')
    // Node passes over what is no base64: then there are fewer bytes than the characters promise.
    if (buffer.length !== bytes) throw invalid()
    return buffer
  }

  return {
    *push(piece: string): Generator<Buffer> {
      waiting += unescaped(piece)
      if (!isPrefixRead) {
        const rest = withoutPrefix(waiting)
        if (rest === undefined) return
        // Fewer than five characters may still become `data:`.
        if (rest === waiting && waiting.length < 5) return
        isPrefixRead = true
        waiting = rest
      }
      const ready = Math.floor((waiting.length - 1) / group) * group
      if (ready <= 0) return
      const text = waiting.slice(0, ready)
      waiting = waiting.slice(ready)
      yield decoded(text, (ready / group) * 3)
    },
    *end(): Generator<Buffer> {
      if (escape) throw invalid()
      const text = /^[^=]*/.exec(waiting)?.[0] ?? ''
      const padding = waiting.length - text.length
      const isWhole = padding === 0 ? text.length % group !== 1 : waiting.length % group === 0
      if (!isWhole || padding > 2 || !/^=*$/.test(waiting.slice(text.length))) throw invalid()
      const bytes = Math.floor((text.length * 3) / group)
      if (bytes) yield decoded(text, bytes)
    },
  }
}
