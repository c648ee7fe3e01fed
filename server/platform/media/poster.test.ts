import path from 'node:path'
import { expect, test } from 'vitest'
import { createPoster } from './poster.ts'

const media = (name: string) => path.join(import.meta.dirname, '../../test/media', name)

/** Width and height from the frame header of a JPEG (ITU-T T.81, B.2.2). */
function sizeOf(jpeg: Buffer) {
  const at = jpeg.indexOf(Buffer.from([0xff, 0xc0]))
  return { height: jpeg.readUInt16BE(at + 5), width: jpeg.readUInt16BE(at + 7) }
}

test('the poster of a wide video is 640 pixels wide, with the same aspect ratio', async () => {
  const picture = await createPoster(media('short.webm'))
  expect(picture && sizeOf(picture)).toEqual({ width: 640, height: 360 })
})

test('a video of one second has a poster, and a small video is not enlarged', async () => {
  const picture = await createPoster(media('older.avi'))
  expect(picture && sizeOf(picture)).toEqual({ width: 160, height: 120 })
})

test('a video that starts black gets a later picture', async () => {
  const picture = await createPoster(media('dark-start.mp4'))
  // A black picture takes 900 bytes.
  expect(picture?.length).toBeGreaterThan(4000)
  expect(picture?.subarray(0, 3).toString('hex')).toBe('ffd8ff')
  expect(picture && sizeOf(picture)).toEqual({ width: 160, height: 120 })
})

test('a video without keyframes gets its first picture', async () => {
  const picture = await createPoster(media('no-whole-picture.mp4'))
  expect(picture && sizeOf(picture)).toEqual({ width: 96, height: 64 })
})

test.each(['mm.webm', 'text.mp4', 'missing.mp4'])('%s has no poster', async (name) => {
  expect(await createPoster(media(name))).toBeUndefined()
})

test('an aborted poster is undefined', async () => {
  const stop = new AbortController()
  const picture = createPoster(media('short.webm'), stop.signal)
  stop.abort()
  expect(await picture).toBeUndefined()
})
