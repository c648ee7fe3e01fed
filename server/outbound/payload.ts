import { randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { Readable } from 'node:stream'

/** What is sent, of a known length, and read anew for each try. */
export type Payload = {
  type: string | undefined
  bytes: number
  open: () => Readable
}

export const textPayload = (text: string, type: string): Payload => bytesPayload(text, type)
export const jsonPayload = (value: unknown) =>
  bytesPayload(JSON.stringify(value), 'application/json')
export const formPayload = (fields: Record<string, string>) =>
  bytesPayload(new URLSearchParams(fields).toString(), 'application/x-www-form-urlencoded')

export function bytesPayload(content: string | Uint8Array, type?: string): Payload {
  const bytes = Buffer.from(content)
  return { type, bytes: bytes.length, open: () => Readable.from([bytes]) }
}

/** A part of a file on this machine: all of it, or the bytes `start` to `end`, both included. */
export async function filePayload(
  path: string,
  type?: string,
  range?: { start: number; end: number },
): Promise<Payload> {
  const bytes = range ? range.end - range.start + 1 : (await stat(path)).size
  return {
    type,
    bytes,
    open: () => (bytes ? createReadStream(path, range) : Readable.from([])),
  }
}

type Part = { name: string; fileName?: string } & ({ value: string } | { payload: Payload })

/** multipart/form-data (RFC 7578), in the order of the parts. */
export function multipartPayload(parts: readonly Part[]): Payload {
  const boundary = `----${randomBytes(18).toString('hex')}`
  const pieces = parts.map((part) => {
    const payload = 'payload' in part ? part.payload : bytesPayload(part.value)
    const file = part.fileName === undefined ? '' : `; filename="${escaped(part.fileName)}"`
    const type = payload.type ? `\r\nContent-Type: ${payload.type}` : ''
    const head = `--${boundary}\r\nContent-Disposition: form-data; name="${escaped(part.name)}"${file}${type}\r\n\r\n`
    return { head: Buffer.from(head), payload }
  })
  const between = Buffer.from('\r\n')
  const end = Buffer.from(`--${boundary}--\r\n`)
  async function* all() {
    for (const { head, payload } of pieces) {
      yield head
      yield* payload.open()
      yield between
    }
    yield end
  }
  return {
    type: `multipart/form-data; boundary=${boundary}`,
    bytes: pieces.reduce(
      (sum, { head, payload }) => sum + head.length + payload.bytes + between.length,
      end.length,
    ),
    open: () => Readable.from(all(), { objectMode: false }),
  }
}

const escaped = (name: string) =>
  name.replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
