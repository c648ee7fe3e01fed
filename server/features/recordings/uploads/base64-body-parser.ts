import { AppError } from '../../../platform/errors.ts'
import { base64Decoder } from './base64-decoder.ts'

const quote = 0x22
const backslash = 0x5c

/** Limit for everything but the video: names are short. */
const maxOtherBytes = 64 * 1024

const invalid = (sentence: string) => new AppError('invalid', sentence)

export type BodyFields = { fileName?: string; clientFullName?: string }

/**
 * Parses JSON `{fileName, fileData, clientFullName}` (docs/product.md, "Recordings") as it arrives: `push` returns the
 * decoded bytes of `fileData`, and `end` the names. Keys may come in any order. Throws invalid.
 *
 * Everything but the base64 text is buffered, which leaves a small JSON text for JSON.parse at the end. So this only
 * tracks where strings begin and end, the nesting depth, and the latest key.
 */
export function base64BodyParser() {
  const otherBytes = Buffer.alloc(maxOtherBytes)
  let length = 0
  let depth = 0
  let isEscaped = false
  /** Offset of the string that is being read; -1 outside of one. */
  let stringStart = -1
  let lastString: [start: number, end: number] = [0, 0]
  let isValueNext = false
  let hasVideo = false
  let video: ReturnType<typeof base64Decoder> | undefined

  function store(byte: number) {
    if (length === maxOtherBytes) throw invalid('The body contains too much besides fileData.')
    otherBytes[length++] = byte
  }

  const isVideoNext = () => {
    if (depth !== 1 || !isValueNext) return false
    const [start, end] = lastString
    return parseJson(otherBytes.toString('utf8', start, end)) === 'fileData'
  }

  function read(byte: number) {
    const at = length
    store(byte)
    if (stringStart >= 0) {
      if (isEscaped) isEscaped = false
      else if (byte === backslash) isEscaped = true
      else if (byte === quote) {
        if (depth === 1 && !isValueNext) lastString = [stringStart, length]
        stringStart = -1
      }
      return
    }
    switch (String.fromCharCode(byte)) {
      case '"':
        if (isVideoNext()) {
          if (hasVideo) throw invalid('fileData must not occur twice.')
          hasVideo = true
          video = base64Decoder()
        } else stringStart = at
        break
      case '{':
      case '[':
        depth++
        break
      case '}':
      case ']':
        depth--
        break
      case ':':
        if (depth === 1) isValueNext = true
        break
      case ',':
        if (depth === 1) isValueNext = false
        break
      default:
        if (depth === 0 && byte > 0x20) throw invalid('The body must be a JSON object.')
    }
  }

  return {
    push(chunk: Buffer): Buffer {
      let at = 0
      while (!video && at < chunk.length) read(chunk[at++] ?? 0)
      if (!video) return Buffer.alloc(0)
      const end = chunk.indexOf(quote, at)
      if (end < 0) return video.push(chunk.toString('latin1', at))
      const decoded = [video.push(chunk.toString('latin1', at, end)), video.end()]
      video = undefined
      store(quote)
      for (const byte of chunk.subarray(end + 1)) read(byte)
      return Buffer.concat(decoded)
    },
    end(): BodyFields {
      const body = parseJson(otherBytes.toString('utf8', 0, length))
      if (video || typeof body !== 'object' || body === null || Array.isArray(body))
        throw invalid('The body is not complete JSON.')
      const { fileName, fileData, clientFullName } = body as Record<string, unknown>
      if (fileData === undefined) throw invalid('fileData is missing.')
      if (!hasVideo) throw invalid('fileData must be the video as base64 text.')
      return {
        ...(typeof fileName === 'string' && { fileName }),
        ...(typeof clientFullName === 'string' && { clientFullName }),
      }
    },
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
