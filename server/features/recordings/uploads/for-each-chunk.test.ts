import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { forEachChunk } from './for-each-chunk.ts'

const pieces = Array.from({ length: 20 }, (_, index) => Buffer.alloc(100, index))
const bodyOf = (of: Buffer[]) => Readable.from(of)

test('every piece is handed on in order, and none while one is waited for', async () => {
  const taken: Buffer[] = []
  let isWaiting = false
  await forEachChunk(bodyOf(pieces), (piece) => {
    expect(isWaiting).toBe(false)
    taken.push(piece)
    if (taken.length % 3) return undefined
    isWaiting = true
    return sleep(5).then(() => void (isWaiting = false))
  })
  expect(taken).toEqual(pieces)
})

const noRoom = () => {
  throw new Error('no room')
}
test.each([
  ['by what it throws', noRoom],
  ['at once', () => Promise.reject(new Error('no room'))],
  ['while it is waited for', () => sleep(5).then(noRoom)],
])('what fails %s ends it, takes no further piece, and leaves the body open', async (_, fail) => {
  const body = bodyOf(pieces)
  let count = 0
  const all = forEachChunk(body, () => (++count === 4 ? fail() : undefined))
  await expect(all).rejects.toThrow('no room')
  await sleep(20)
  expect(count).toBe(4)
  // Whoever answers may read the rest away.
  expect(await body.toArray()).toEqual(pieces.slice(4))
})

test.each([[undefined], [new Error('connection lost')]])(
  'a body that breaks off is no body that has ended',
  async (error) => {
    const body = new Readable({ read: () => undefined })
    body.push(pieces[0])
    setTimeout(() => body.destroy(error), 20)
    await expect(forEachChunk(body, () => undefined)).rejects.toThrow(
      error?.message ?? 'Premature close',
    )
  },
)
