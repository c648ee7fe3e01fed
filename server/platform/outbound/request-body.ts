import { openAsBlob } from 'node:fs'

/** A Blob has a known length and a type, and can be read again for each attempt. */
export type RequestBody = Blob

export const bytesBody = (content: string | Uint8Array, type?: string): RequestBody =>
  new Blob([content as string | Uint8Array<ArrayBuffer>], type ? { type } : {})
export const jsonBody = (value: unknown) => bytesBody(JSON.stringify(value), 'application/json')
export const formBody = (fields: Record<string, string>) =>
  bytesBody(new URLSearchParams(fields).toString(), 'application/x-www-form-urlencoded')

/** multipart/form-data (RFC 7578). */
export const multipartBody = (form: FormData): Promise<RequestBody> => new Response(form).blob()

/** A local file, or its bytes from `start` to `end`, both included. */
export async function fileBody(
  path: string,
  type?: string,
  range?: { start: number; end: number },
): Promise<RequestBody> {
  const file = await openAsBlob(path, type ? { type } : {})
  return range ? file.slice(range.start, range.end + 1, type) : file
}
