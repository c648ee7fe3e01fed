import { inflateRawSync } from 'node:zlib'

/** Extracts a file from a zip archive by its central directory. */
export function unzipped(zip: Buffer, name: string) {
  for (let at = zip.lastIndexOf('PK\x01\x02', -1, 'latin1'); at >= 0;) {
    const length = zip.readUInt16LE(at + 28)
    if (zip.toString('utf8', at + 46, at + 46 + length) === name) {
      const begins = zip.readUInt32LE(at + 42)
      const data = begins + 30 + zip.readUInt16LE(begins + 26) + zip.readUInt16LE(begins + 28)
      const part = zip.subarray(data, data + zip.readUInt32LE(at + 20))
      return (zip.readUInt16LE(at + 10) === 0 ? part : inflateRawSync(part)).toString('utf8')
    }
    at = zip.lastIndexOf('PK\x01\x02', at - 1, 'latin1')
  }
  throw new Error(`There is no ${name} in it.`)
}
