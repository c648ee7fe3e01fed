import { crc32, deflateRawSync, constants } from 'node:zlib'

// Small files that use gigabytes in a naive reader. Generated, so that none is in the repository.

const u16 = (value: number) => Buffer.from([value >> 8, value & 255])
const u32 = (value: number) => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value >>> 0)
  return bytes
}

/** A black PNG of `side` × `side` pixels of 64 bits (RFC 2083): 16,000 take two megabytes, two gigabytes unpacked. */
function blackPng(side: number) {
  const rowBytes = 1 + side * 8
  const total = rowBytes * side
  // Compresses one block of zeros that can be repeated.
  const blockBytes = 8 * 1024 * 1024
  const packed = (bytes: number) =>
    deflateRawSync(Buffer.alloc(bytes), { level: 9, finishFlush: constants.Z_FULL_FLUSH })
  const block = packed(blockBytes)
  const parts = Array.from({ length: Math.floor(total / blockBytes) }, () => block)
  const checksum = (((total % 65_521) << 16) | 1) >>> 0
  const data = Buffer.concat([
    Buffer.from([0x78, 0xda]),
    ...parts,
    packed(total % blockBytes),
    deflateRawSync(Buffer.alloc(0)),
    u32(checksum),
  ])
  const chunk = (type: string, content: Buffer) => {
    const typed = Buffer.concat([Buffer.from(type), content])
    return Buffer.concat([u32(content.length), typed, u32(crc32(typed))])
  }
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    // Red, green, blue and alpha, 16 bits each.
    chunk('IHDR', Buffer.concat([u32(side), u32(side), Buffer.from([16, 6, 0, 0, 0])])),
    chunk('IDAT', data),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

const box = (type: string, ...content: Buffer[]) => {
  const body = Buffer.concat(content)
  return Buffer.concat([u32(8 + body.length), Buffer.from(type), body])
}
const full = (type: string, ...content: Buffer[]) => box(type, u32(0), ...content)
const matrix = Buffer.concat([0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x40000000].map(u32))

type TrackOf = {
  id: number
  handler: 'vide' | 'soun'
  /** Time units per second, and the duration in them. */
  scale: number
  length: number
  entry: Buffer
  samples: { count: number; bytes: number; ticks: number }
  at: number
}

function trackBox({ id, handler, scale, length, entry, samples, at }: TrackOf) {
  const header = full(
    'tkhd',
    ...[u32(0), u32(0), u32(id), u32(0), u32(Math.round((length / scale) * 1000))],
    ...[u32(0), u32(0), u16(0), u16(0), u16(handler === 'soun' ? 0x100 : 0), u16(0), matrix],
    ...[u32(320 << 16), u32(240 << 16)],
  )
  const table = box(
    'stbl',
    full('stsd', u32(1), entry),
    full('stts', u32(1), u32(samples.count), u32(samples.ticks)),
    full('stsc', u32(1), u32(1), u32(samples.count), u32(1)),
    full('stsz', u32(samples.bytes), u32(samples.count)),
    full('stco', u32(1), u32(at)),
  )
  const media = box(
    'mdia',
    full('mdhd', u32(0), u32(0), u32(scale), u32(length), u16(0), u16(0)),
    full('hdlr', Buffer.from('mhlr'), Buffer.from(handler), Buffer.alloc(13)),
    box(
      'minf',
      handler === 'vide' ? full('vmhd', Buffer.alloc(8)) : full('smhd', Buffer.alloc(4)),
      box('dinf', full('dref', u32(1), full('url '))),
      table,
    ),
  )
  // Flags: enabled, in movie, in preview.
  header[11] = 7
  return box('trak', header, media)
}

/** A ten-second QuickTime movie with sound, whose only picture is the PNG above; its header declares a small size. */
export function pictureBomb(side = 16_000) {
  const png = blackPng(side)
  const seconds = 10
  const rate = 8000
  const sound = Buffer.alloc(seconds * rate)
  const start = box('ftyp', Buffer.from('qt  '), u32(0), Buffer.from('qt  '))
  const dataAt = start.length + 8
  const picture = Buffer.concat([
    ...[
      Buffer.alloc(6),
      u16(1),
      Buffer.alloc(16),
      u16(320),
      u16(240),
      u32(72 << 16),
      u32(72 << 16),
    ],
    ...[u32(0), u16(1), Buffer.alloc(32), u16(32), u16(0xffff)],
  ])
  const voice = Buffer.concat([
    ...[Buffer.alloc(6), u16(1), Buffer.alloc(8), u16(1), u16(8), u32(0), u16(rate), u16(0)],
  ])
  const movie = box(
    'moov',
    full(
      'mvhd',
      ...[u32(0), u32(0), u32(1000), u32(seconds * 1000), u32(0x10000), u16(0x100)],
      ...[Buffer.alloc(10), matrix, Buffer.alloc(24), u32(3)],
    ),
    trackBox({
      ...{ id: 1, handler: 'vide', scale: 1, length: seconds },
      entry: box('png ', picture),
      samples: { count: 1, bytes: png.length, ticks: seconds },
      at: dataAt,
    }),
    trackBox({
      ...{ id: 2, handler: 'soun', scale: rate, length: seconds * rate },
      entry: box('raw ', voice),
      samples: { count: seconds * rate, bytes: 1, ticks: 1 },
      at: dataAt + png.length,
    }),
  )
  return Buffer.concat([start, box('mdat', png, sound), movie])
}

/** An EBML element (RFC 8794) with a length field as short as possible. */
function element(id: string, content: Buffer | string) {
  const body = typeof content === 'string' ? Buffer.from(content) : content
  const width = body.length < 127 ? 1 : 5
  const size = Buffer.alloc(width)
  size.writeUIntBE(body.length, 0, width)
  size[0]! |= width === 1 ? 0x80 : 0x08
  return Buffer.concat([Buffer.from(id, 'hex'), size, body])
}

/** A WebM that declares `count` video tracks. */
export function trackBomb(count = 1_000_000) {
  const head = element(
    '1a45dfa3',
    Buffer.concat([element('4282', 'webm'), element('4287', u16(4)), element('4285', u16(2))]),
  )
  const entry = element(
    'ae',
    Buffer.concat([
      ...[element('d7', u32(0)), element('73c5', u32(0)), element('83', Buffer.from([1]))],
      element('86', 'V_VP8'),
      element('e0', Buffer.concat([element('b0', u16(320)), element('ba', u16(240))])),
    ]),
  )
  const tracks = Buffer.alloc(count * entry.length, entry)
  // The number and UID of each track, after their element headers.
  for (let index = 0; index < count; index++)
    for (const at of [4, 11]) tracks.writeUInt32BE(index + 1, index * entry.length + at)
  const info = element('1549a966', element('2ad7b1', u32(1_000_000)))
  return Buffer.concat([
    head,
    element('18538067', Buffer.concat([info, element('1654ae6b', tracks)])),
  ])
}
