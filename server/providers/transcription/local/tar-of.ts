import { gzipSync } from 'node:zlib'

/** A gzipped tar with the files, as npm packs them. For tests. */
export function tarOf(files: Record<string, string>) {
  const parts = Object.entries(files).flatMap(([name, text]) => {
    const long = Buffer.byteLength(name) > 100
    const pax = long ? entry('PaxHeader', 'x', paxRecord(`path=${name}\n`)) : []
    return [...pax, ...entry(long ? name.slice(0, 100) : name, '0', text)]
  })
  return gzipSync(Buffer.concat([...parts, Buffer.alloc(1024)]))
}

function entry(name: string, type: string, text: string) {
  const content = Buffer.from(text)
  const header = Buffer.alloc(512)
  header.write(name, 0)
  header.write(`${content.length.toString(8).padStart(11, '0')}\0`, 124)
  header.write(type, 156)
  header.write('ustar\x0000', 257)
  return [header, content, Buffer.alloc((512 - (content.length % 512)) % 512)]
}

/** Its length counts its own digits. */
function paxRecord(rest: string) {
  const length = Buffer.byteLength(rest) + 1
  const digits = String(length + String(length + 2).length).length
  return `${length + digits} ${rest}`
}
