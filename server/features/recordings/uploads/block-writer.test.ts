import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import type { OnBytes } from './for-each-chunk.ts'
import { blockWriter } from './block-writer.ts'
import { writeStaged } from './staging.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'blocks-'))
afterAll(() => rmSync(folder, { recursive: true }))
const name = path.join(folder, 'file')
const several = 3 * 512 * 1024 + 7
const numbered = Buffer.from(Array.from({ length: several }, (_, index) => (index * 31) % 251))

const asItIs = (piece: Buffer, add: OnBytes) => add(piece)

async function* cut(bytes: Buffer, length: number, failure?: Error) {
  for (let at = 0; at < bytes.length; at += length)
    yield Buffer.from(bytes.subarray(at, at + length))
  if (failure) throw failure
}

const write = async (
  flags: string,
  pieces: Iterable<Buffer> | AsyncIterable<Buffer>,
  start = 0,
) => {
  await writeStaged(await open(name, flags), Readable.from(pieces), { onChunk: asItIs, start })
}

test.each([1000, 65_536, 512 * 1024, 700_001, several])(
  'pieces of %i bytes come into the file as they are, behind what is there',
  async (length) => {
    await write('w', cut(Buffer.from('before '), 7))
    await write('r+', cut(numbered, length), 7)
    expect(readFileSync(name).equals(Buffer.concat([Buffer.from('before '), numbered]))).toBe(true)
  },
)

test('what came before a failure stays', async () => {
  const failure = new Error('broke off')
  await expect(write('w', cut(numbered, 1000, failure))).rejects.toBe(failure)
  expect(readFileSync(name).equals(numbered)).toBe(true)
})

test('a disk that takes a part at a time gets the rest, and one that takes no more says so', async () => {
  const taken: Buffer[] = []
  let most = 1_000_000
  const disk = {
    write: async (from: Buffer, at: number, length: number) => {
      if (most === 0) throw new Error('ENOSPC')
      const bytesWritten = Math.min(length, 100_000, most)
      taken.push(Buffer.from(from.subarray(at, at + bytesWritten)))
      most -= bytesWritten
      return { bytesWritten }
    },
  } as unknown as FileHandle
  const writer = blockWriter(disk, 0)
  const all = (async () => {
    for await (const piece of cut(numbered, 65_536)) await writer.add(piece)
    await writer.end()
  })()
  await expect(all).rejects.toThrow('ENOSPC')
  expect(Buffer.concat(taken).equals(numbered.subarray(0, 1_000_000))).toBe(true)
})

test('whoever brings more than a slow disk takes waits for it, and holds no more than a few blocks', async () => {
  const release: (() => void)[] = []
  const disk = {
    write: (_from: Buffer, _at: number, bytesWritten: number) =>
      new Promise((resolve) => release.push(() => resolve({ bytesWritten }))),
    close: () => Promise.resolve(),
  } as unknown as FileHandle
  const pieces = Array.from({ length: 40 }, () => Buffer.alloc(64 * 1024))
  const isTaken = () => pieces.filter(({ length }) => length === 0).length
  const all = writeStaged(disk, Readable.from(pieces), { onChunk: asItIs })
  // Two blocks of 128 kB: the one that is written, and the next.
  await expect.poll(isTaken).toBe(4)
  await sleep(50)
  expect(isTaken()).toBe(4)
  release.shift()?.()
  await expect.poll(isTaken).toBe(6)
  await sleep(50)
  expect(isTaken()).toBe(6)
  const releasing = setInterval(() => release.shift()?.(), 1)
  await all
  clearInterval(releasing)
  expect(isTaken()).toBe(40)
})

test('the memory of a piece is given back at once, but not what it shares with others', async () => {
  const own = Buffer.alloc(100_000, 'a')
  const shared = Buffer.alloc(100_000, 'b').subarray(10)
  await write('w', [own, shared])
  expect([own.length, shared.length]).toEqual([0, 99_990])
})
