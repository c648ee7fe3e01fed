import { AppError } from '../../../platform/errors.ts'
import { base64Decoder } from './base64-decoder.ts'
import type { Take } from './each-piece.ts'

const quote = 0x22
const backslash = 0x5c

/** Bytes of everything beside the video: names are short. */
const mostBeside = 64 * 1024

const invalid = (sentence: string) => new AppError('invalid', sentence)

export type Fields = { fileName?: string; clientFullName?: string }

/**
 * Reads JSON `{fileName, fileData, clientFullName}` (specification part 2, section 7) as it arrives: `push` hands on the decoded
 * bytes of `fileData` that are in a piece of it, and `end` answers the names. Keys come in any order, unknown ones are ignored.
 * Throws invalid, with a sentence.
 *
 * Everything but the video's own text is put aside, which leaves a small JSON text that an ordinary parser judges at
 * the end. So this only has to know where strings begin and end, how deep it is, and which key came last.
 */
export function base64Video() {
  const beside = Buffer.alloc(mostBeside)
  let length = 0
  let depth = 0
  let isEscaped = false
  /** Where the string that is being read begins. */
  let stringStart = -1
  let lastString: [start: number, end: number] = [0, 0]
  let isValueNext = false
  let hasVideo = false
  let video: ReturnType<typeof base64Decoder> | undefined

  function keep(byte: number) {
    if (length === mostBeside) throw invalid('The body holds too much beside fileData.')
    beside[length++] = byte
  }

  const isVideoNext = () => {
    if (depth !== 1 || !isValueNext) return false
    const [start, end] = lastString
    return parsed(beside.toString('utf8', start, end)) === 'fileData'
  }

  function read(byte: number) {
    const at = length
    keep(byte)
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
          if (hasVideo) throw invalid('fileData is there twice.')
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
    push(chunk: Buffer, take: Take) {
      for (let at = 0; at < chunk.length;) {
        if (!video) {
          read(chunk[at++] ?? 0)
          continue
        }
        if (video.pushPlain(chunk.toString('latin1', at), take)) return
        const end = chunk.indexOf(quote, at)
        video.push(chunk.toString('latin1', at, end < 0 ? chunk.length : end), take)
        if (end < 0) return
        video.end(take)
        video = undefined
        keep(quote)
        at = end + 1
      }
    },
    end(): Fields {
      const body = parsed(beside.toString('utf8', 0, length))
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

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
