import type { Call } from '../local-service.ts'

/** The parts of a multipart/form-data body (RFC 7578). */
export function formIn({ headers, body }: Pick<Call, 'headers' | 'body'>) {
  const boundary = /boundary=(.+)$/.exec(headers['content-type'] ?? '')?.[1] ?? ''
  const delimiter = Buffer.from(`--${boundary}`)
  const parts: { name: string; fileName: string | undefined; bytes: Buffer }[] = []
  let at = body.indexOf(delimiter)
  for (;;) {
    const next = body.indexOf(delimiter, at + delimiter.length)
    if (at < 0 || next < 0) break
    const part = body.subarray(at + delimiter.length + 2, next - 2)
    const split = part.indexOf('\r\n\r\n')
    const head = part.subarray(0, split).toString('utf8')
    parts.push({
      name: /; name="([^"]*)"/.exec(head)?.[1] ?? '',
      fileName: /filename="([^"]*)"/.exec(head)?.[1],
      bytes: part.subarray(split + 4),
    })
    at = next
  }
  const texts = (name: string) =>
    parts
      .filter((it) => it.name === name && it.fileName === undefined)
      .map(({ bytes }) => String(bytes))
  return {
    text: (name: string) => texts(name)[0],
    texts,
    file(name: string) {
      const part = parts.find((it) => it.name === name && it.fileName !== undefined)
      return part && { name: part.fileName ?? '', bytes: part.bytes }
    },
  }
}
export type Form = ReturnType<typeof formIn>
