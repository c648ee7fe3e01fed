import { AppError } from '../../../platform/errors.ts'

/** Maximum characters of a prefix such as `data:video/mp4;codecs="…";base64,`. */
const maxPrefixLength = 500
/** Four characters are three bytes; the last group may be shorter. */
const groupLength = 4
const lastGroup = /^(?:[\w+/-]{4}|[\w+/-]{3}=?|[\w+/-]{2}(?:==)?)?$/

const invalid = () => new AppError('invalid', 'fileData is not valid base64.')

/** JSON escapes that may occur in base64: a slash, and line breaks, which are skipped. */
const escapes: Record<string, string> = { '/': '/', n: '', r: '', t: '' }

/**
 * Decodes the inside of a JSON string that holds base64, in chunks cut anywhere. A data-URL prefix is skipped. Throws
 * invalid.
 */
export function base64Decoder() {
  let isPrefixRead = false
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

  return {
    push(chunk: string): Buffer {
      pending += unescaped(chunk)
      if (!isPrefixRead) {
        const rest = withoutPrefix(pending)
        if (rest === undefined) return Buffer.alloc(0)
        isPrefixRead = true
        pending = rest
      }
      // The last group may be padded, so it is decoded at the end.
      const ready = Math.max(0, Math.floor((pending.length - 1) / groupLength) * groupLength)
      const bytes = decode(pending.slice(0, ready))
      pending = pending.slice(ready)
      return bytes
    },
    end(): Buffer {
      if (escape || !lastGroup.test(pending)) throw invalid()
      return decode(pending.replaceAll('=', ''))
    },
  }
}

/** Undefined if more text is needed. */
function withoutPrefix(text: string) {
  if (!'data:'.startsWith(text.slice(0, 5).toLowerCase())) return text
  const comma = text.indexOf(',')
  if (comma < 0) {
    if (text.length > maxPrefixLength) throw invalid()
    return undefined
  }
  if (!/;base64$/i.test(text.slice(0, comma))) throw invalid()
  return text.slice(comma + 1)
}

/** Node ignores invalid characters, which results in fewer bytes than expected. */
function decode(text: string) {
  const bytes = Buffer.from(text, 'base64')
  if (bytes.length !== Math.floor((text.length * 3) / groupLength)) throw invalid()
  return bytes
}
