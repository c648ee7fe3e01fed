import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test, vi } from 'vitest'
import { isPlayable, getContentType } from './playable.ts'
import { probe } from './probe.ts'

const media = (name: string) => path.join(import.meta.dirname, '../../test/media', name)
const folder = await mkdtemp(path.join(tmpdir(), 'probe-'))
afterAll(() => rm(folder, { recursive: true }))
const fileOf = async (content: Uint8Array | string) => {
  const file = path.join(folder, 'file.mp4')
  await writeFile(file, content)
  return file
}

test('a WebM video is recognized by its content, with its duration', async () => {
  expect(await probe(media('short.webm'))).toMatchObject({
    format: 'WebM',
    contentType: 'video/webm',
    mediaType: 'video/webm; codecs="vp8, opus"',
    videoCodec: 'vp8',
    audioCodec: 'opus',
    duration: expect.closeTo(3, 1),
    isPlayable: true,
  })
})

test('an MP4 video is recognized by its content, whatever its name', async () => {
  const file = path.join(folder, 'holiday.txt')
  await writeFile(file, await readFile(media('silence.mp4')))
  expect(await probe(file)).toMatchObject({
    contentType: 'video/mp4',
    duration: expect.closeTo(10, 1),
    metaDuration: expect.closeTo(10, 1),
    isPlayable: true,
  })
})

test('an AVI video is accepted but not playable in browsers', async () => {
  expect(await probe(media('older.avi'))).toMatchObject({
    contentType: 'video/x-msvideo',
    mediaType: null,
    videoCodec: 'mpeg4',
    audioCodec: 'mp3',
    duration: expect.closeTo(2, 0),
    isPlayable: false,
    isRepackable: false,
  })
})

test.each([
  ['text with the name of a video', () => media('text.mp4'), 'not-a-video'],
  ['an HTML page', () => fileOf('<!doctype html><html><body>hello</body></html>'), 'not-a-video'],
  ['sound without a picture', () => media('mm.webm'), 'not-a-video'],
  ['a playlist', () => fileOf('#EXTM3U\n#EXTINF:6,\n/etc/passwd\n'), 'not-a-video'],
  ['an empty file', () => fileOf(''), 'empty'],
  ['a file with only the first bytes of a video', () => media('fake-ftyp.mp4'), 'incomplete'],
  ['a video that was cut off', () => media('truncated.webm'), 'incomplete'],
  ['a picture without sound', () => media('no-audio.mp4'), 'no-sound'],
])('%s is rejected', async (_, file, reason) => {
  await expect(probe(await file())).rejects.toMatchObject({ reason })
})

test('an MP4 with its track table in front and its end missing is rejected', async () => {
  const whole = await readFile(media('silence.mp4'))
  await expect(probe(await fileOf(whole.subarray(0, -1500)))).rejects.toMatchObject({
    reason: 'incomplete',
  })
})

test('a damaged container does not crash the server', async () => {
  const whole = await readFile(media('short.webm'))
  for (let seed = 1; seed <= 8; seed++) {
    const damaged = Buffer.from(whole)
    for (let at = seed * 3; at < damaged.length; at += 61 * seed) damaged[at] = (at * seed) & 255
    await probe(await fileOf(damaged)).catch((error: Error) =>
      expect(error).toHaveProperty('reason'),
    )
  }
})

test('HEVC in QuickTime has the media type of MP4', () => {
  const phone = { format: 'QuickTime File Format', contentType: 'video/quicktime' }
  const video = { codec: 'hevc', codecDetail: 'hvc1.1.6.L93.B0' }
  const audio = { codec: 'aac', codecDetail: 'mp4a.40.2' }
  expect(getContentType({ ...phone, video, audio })).toBe(
    'video/mp4; codecs="hvc1.1.6.L93.B0, mp4a.40.2"',
  )
})

test('common H.264 is playable in all browsers, 10-bit H.264 and HEVC are not', () => {
  const audio = { codec: 'aac', codecDetail: null }
  const plays = (codec: string, codecDetail: string) =>
    isPlayable({ format: 'MP4', video: { codec, codecDetail }, audio })
  expect(plays('avc', 'avc1.64001f')).toBe(true)
  expect(plays('avc', 'avc1.6e001f')).toBe(false)
  expect(plays('hevc', 'hvc1.1.6.L93')).toBe(false)
})

test('a file is rejected when FFmpeg is killed while it lists the tracks', async () => {
  const halfway = path.join(folder, 'halfway')
  const listing = '#media_type 0: video\\n#codec_id 0: mpeg4\\n#tb 0: 1/25\\n0, 0, 0, 1, 10, 0x0\\n'
  await writeFile(
    halfway,
    `#!/bin/sh\n[ "$1" = -version ] && exit 0\nprintf '${listing}'\nkill -KILL $$\n`,
  )
  await chmod(halfway, 0o755)
  vi.stubEnv('FFMPEG_PATH', halfway)
  vi.stubEnv('FFMPEG_WASM', '')
  await expect(probe(media('older.avi'))).rejects.toMatchObject({ reason: 'unreadable' })
  vi.unstubAllEnvs()
})
