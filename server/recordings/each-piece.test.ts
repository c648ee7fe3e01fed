import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { eachPiece } from './each-piece.ts'

const pieces = Array.from({ length: 20 }, (_, index) => Buffer.alloc(100, index))
const bodyOf = (of: Iterable<Buffer> | AsyncIterable<Buffer>) => Readable.from(of)

test('every piece is handed on in order, and none while one is waited for', async () => {
  const taken: Buffer[] = []
  let isWaiting = false
  await eachPiece(bodyOf(pieces), (piece) => {
    expect(isWaiting).toBe(false)
    taken.push(piece)
    if (taken.length % 3) return undefined
    isWaiting = true
    return sleep(5).then(() => void (isWaiting = false))
  })
  expect(taken).toEqual(pieces)
})

test.each([
  ['at once', () => Promise.reject(new Error('no room'))],
  ['while it waits', () => sleep(5).then(() => Promise.reject(new Error('no room')))],
])('what fails %s ends it, takes no further piece, and leaves the body open', async (_, fail) => {
  const body = bodyOf(pieces)
  let count = 0
  const all = eachPiece(body, () => (++count === 4 ? fail() : undefined))
  await expect(all).rejects.toThrow('no room')
  await sleep(20)
  expect(count).toBe(4)
  expect(body.destroyed).toBe(false)
  // Whoever answers may read the rest away.
  expect((await body.toArray()).length).toBeGreaterThan(0)
})

test('what throws ends it as well', async () => {
  const thrower = () => {
    throw new Error('too large')
  }
  await expect(eachPiece(bodyOf(pieces), thrower)).rejects.toThrow('too large')
})

test.each([[undefined], [new Error('connection lost')]])(
  'a body that breaks off is no body that has ended',
  async (error) => {
    const body = new Readable({ read: () => undefined })
    body.push(pieces[0])
    setTimeout(() => body.destroy(error), 20)
    await expect(eachPiece(body, () => undefined)).rejects.toThrow(
      error?.message ?? 'Premature close',
    )
  },
)
