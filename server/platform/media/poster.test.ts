import path from 'node:path'
import { expect, test } from 'vitest'
import { createPoster } from './poster.ts'

const media = (name: string) => path.join(import.meta.dirname, '../../test/media', name)

/** Width and height stand in the frame header of a JPEG (ITU-T T.81, B.2.2). */
function sizeOf(jpeg: Buffer) {
  const at = jpeg.indexOf(Buffer.from([0xff, 0xc0]))
  return { height: jpeg.readUInt16BE(at + 5), width: jpeg.readUInt16BE(at + 7) }
}

test('a wide video gets a still picture of 640 pixels, in its own proportions', async () => {
  const picture = await createPoster(media('short.webm'))
  expect(picture && sizeOf(picture)).toEqual({ width: 640, height: 360 })
})

test('a video of a second gets one too, and a small one is not blown up', async () => {
  const picture = await createPoster(media('older.avi'))
  expect(picture && sizeOf(picture)).toEqual({ width: 160, height: 120 })
})

test('a video that begins in the dark shows what comes later', async () => {
  const picture = await createPoster(media('dark-start.mp4'))
  // Black alone takes 900 bytes.
  expect(picture?.length).toBeGreaterThan(4000)
  expect(picture?.subarray(0, 3).toString('hex')).toBe('ffd8ff')
  expect(picture && sizeOf(picture)).toEqual({ width: 160, height: 120 })
})

test('a video in which no picture stands by itself shows how it begins', async () => {
  const picture = await createPoster(media('no-whole-picture.mp4'))
  expect(picture && sizeOf(picture)).toEqual({ width: 96, height: 64 })
})

test.each(['mm.webm', 'text.mp4', 'missing.mp4'])('no picture in %s is no error', async (name) => {
  expect(await createPoster(media(name))).toBeUndefined()
})

test('a picture that nobody wants any more is no error', async () => {
  const stop = new AbortController()
  const picture = createPoster(media('short.webm'), stop.signal)
  stop.abort()
  expect(await picture).toBeUndefined()
})
