import path from 'node:path'
import { expect, test } from 'vitest'
import { posterOf } from './poster.ts'

const media = (name: string) => path.join(import.meta.dirname, '../test/media', name)

/** Width and height stand in the frame header of a JPEG (ITU-T T.81, B.2.2). */
function sizeOf(jpeg: Buffer) {
  const at = jpeg.indexOf(Buffer.from([0xff, 0xc0]))
  return { height: jpeg.readUInt16BE(at + 5), width: jpeg.readUInt16BE(at + 7) }
}

test('a wide video gets a still picture of 640 pixels, in its own proportions', async () => {
  const picture = await posterOf(media('short.webm'), { duration: 3 })
  expect(picture && sizeOf(picture)).toEqual({ width: 640, height: 360 })
})

test('a small video is not blown up', async () => {
  const picture = await posterOf(media('older.avi'), { duration: 2 })
  expect(picture && sizeOf(picture)).toEqual({ width: 160, height: 120 })
})

test.each(['mm.webm', 'text.mp4', 'missing.mp4'])('no picture in %s is no error', async (name) => {
  expect(await posterOf(media(name), { duration: 10 })).toBeUndefined()
})
