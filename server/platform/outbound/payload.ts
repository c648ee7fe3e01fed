import { openAsBlob } from 'node:fs'

/** The body of a request: a Blob has a known length and a type, and can be read again for each try. */
export type Payload = Blob

export const bytesPayload = (content: string | Uint8Array, type?: string): Payload =>
  new Blob([content as string | Uint8Array<ArrayBuffer>], type ? { type } : {})
export const textPayload = (text: string, type: string) => bytesPayload(text, type)
export const jsonPayload = (value: unknown) =>
  bytesPayload(JSON.stringify(value), 'application/json')
export const formPayload = (fields: Record<string, string>) =>
  bytesPayload(new URLSearchParams(fields).toString(), 'application/x-www-form-urlencoded')

/** multipart/form-data (RFC 7578). */
export const multipartPayload = (form: FormData): Promise<Payload> => new Response(form).blob()

/** A file on this machine: all of it, or the bytes `start` to `end`, both included. */
export async function filePayload(
  path: string,
  type?: string,
  range?: { start: number; end: number },
): Promise<Payload> {
  const file = await openAsBlob(path, type ? { type } : {})
  return range ? file.slice(range.start, range.end + 1, type) : file
}
