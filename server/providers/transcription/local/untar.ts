import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'

const block = 512

/**
 * Unpacks the files below the folder `member` of a gzipped tar (or `member` itself, if it is a file) into
 * `folder`, without what stands before their name. Made for packages of npm: files only, names in ustar or pax
 * headers. Holds one chunk in memory. Throws on a name that leaves `folder` and where the archive ends early.
 */
export async function untar(archive: string, member: string, folder: string) {
  await pipeline(createReadStream(archive), createGunzip(), async (source) => {
    const reader = partReader(source as AsyncIterable<Buffer>)
    let longName: string | undefined
    for (;;) {
      const header = await gather(reader(block))
      if (header.every((byte) => byte === 0)) return
      const size = Number.parseInt(field(header, 124, 12), 8)
      const padding = (block - (size % block)) % block
      const type = field(header, 156, 1)
      const name = longName ?? [field(header, 345, 155), field(header, 0, 100)].join('/')
      longName = undefined
      if (type === 'x') longName = paxName(await gather(reader(size)))
      else {
        const target = type === '' || type === '0' ? targetOf(name, member, folder) : undefined
        if (target) await write(target, reader(size))
        else await discard(reader(size))
      }
      await discard(reader(padding))
    }
  })
}

/** Text up to the first NUL. */
const field = (header: Buffer, from: number, length: number) =>
  header.toString('latin1', from, from + length).split('\0', 1)[0] ?? ''

/** A pax header is lines of `length key=value`. */
const paxName = (header: Buffer) => /\d+ path=(.*)\n/.exec(header.toString('utf8'))?.[1]

function targetOf(name: string, member: string, folder: string) {
  const plain = name.replace(/^\/+/, '')
  const inside =
    plain === member
      ? path.basename(member)
      : plain.startsWith(`${member}/`)
        ? plain.slice(member.length + 1)
        : undefined
  if (inside === undefined) return undefined
  const target = path.resolve(folder, inside)
  if (!target.startsWith(path.resolve(folder) + path.sep))
    throw new Error(`The archive has a file outside its folder: ${name}`)
  return target
}

/** Reads on in parts of any size: each call yields the next `length` bytes. */
function partReader(source: AsyncIterable<Buffer>) {
  const chunks = source[Symbol.asyncIterator]()
  let rest: Buffer = Buffer.alloc(0)
  return async function* next(length: number) {
    for (let left = length; left > 0;) {
      if (rest.length === 0) {
        const chunk = await chunks.next()
        if (chunk.done) throw new Error('The archive ends early.')
        rest = chunk.value
      }
      const part = rest.subarray(0, left)
      rest = rest.subarray(part.length)
      left -= part.length
      yield part
    }
  }
}

async function write(target: string, parts: AsyncIterable<Buffer>) {
  await mkdir(path.dirname(target), { recursive: true })
  await pipeline(parts, createWriteStream(target))
}

async function gather(parts: AsyncIterable<Buffer>) {
  const gathered: Buffer[] = []
  for await (const part of parts) gathered.push(part)
  return Buffer.concat(gathered)
}

async function discard(parts: AsyncIterable<Buffer>) {
  for await (const part of parts) void part
}
