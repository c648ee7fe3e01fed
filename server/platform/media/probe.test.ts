import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test, vi } from 'vitest'
import { isPlayable, contentTypeOf } from './playable.ts'
import { probe } from './probe.ts'

const media = (name: string) => path.join(import.meta.dirname, '../../test/media', name)
const folder = await mkdtemp(path.join(tmpdir(), 'probe-'))
afterAll(() => rm(folder, { recursive: true }))
const fileOf = async (content: Uint8Array | string) => {
  const file = path.join(folder, 'file.mp4')
  await writeFile(file, content)
  return file
}

test('a WebM video is known by its content, with its length', async () => {
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

test('an MP4 video is known by its content, whatever its name', async () => {
  const file = path.join(folder, 'holiday.txt')
  await writeFile(file, await readFile(media('silence.mp4')))
  expect(await probe(file)).toMatchObject({
    contentType: 'video/mp4',
    duration: expect.closeTo(10, 1),
    metaDuration: expect.closeTo(10, 1),
    isPlayable: true,
  })
})

test('an older container has sound, but browsers do not play it', async () => {
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
  ['text under the name of a video', () => media('text.mp4'), 'not-a-video'],
  ['a page', () => fileOf('<!doctype html><html><body>hello</body></html>'), 'not-a-video'],
  ['sound without a picture', () => media('mm.webm'), 'not-a-video'],
  ['a list of other files', () => fileOf('#EXTM3U\n#EXTINF:6,\n/etc/passwd\n'), 'not-a-video'],
  ['nothing', () => fileOf(''), 'empty'],
  ['the first bytes of a video alone', () => media('fake-ftyp.mp4'), 'incomplete'],
  ['a video that was cut off', () => media('truncated.webm'), 'incomplete'],
  ['a picture without sound', () => media('no-audio.mp4'), 'no-sound'],
])('%s is refused', async (_, file, reason) => {
  await expect(probe(await file())).rejects.toMatchObject({ reason })
})

test('an MP4 with its table in front and its end missing is refused', async () => {
  const whole = await readFile(media('silence.mp4'))
  await expect(probe(await fileOf(whole.subarray(0, -1500)))).rejects.toMatchObject({
    reason: 'incomplete',
  })
})

test('a container that is damaged anywhere never crashes the server', async () => {
  const whole = await readFile(media('short.webm'))
  for (let seed = 1; seed <= 8; seed++) {
    const damaged = Buffer.from(whole)
    for (let at = seed * 3; at < damaged.length; at += 61 * seed) damaged[at] = (at * seed) & 255
    await probe(await fileOf(damaged)).catch((error: Error) =>
      expect(error).toHaveProperty('reason'),
    )
  }
})

test('a browser is asked for the HEVC of a phone as it would be in MP4', () => {
  const phone = { format: 'QuickTime File Format', contentType: 'video/quicktime' }
  const video = { codec: 'hevc', codecDetail: 'hvc1.1.6.L93.B0' }
  const audio = { codec: 'aac', codecDetail: 'mp4a.40.2' }
  expect(contentTypeOf({ ...phone, video, audio })).toBe(
    'video/mp4; codecs="hvc1.1.6.L93.B0, mp4a.40.2"',
  )
})

test('all browsers play common H.264, and neither its 10-bit form nor HEVC', () => {
  const audio = { codec: 'aac', codecDetail: null }
  const plays = (codec: string, codecDetail: string) =>
    isPlayable({ format: 'MP4', video: { codec, codecDetail }, audio })
  expect(plays('avc', 'avc1.64001f')).toBe(true)
  expect(plays('avc', 'avc1.6e001f')).toBe(false)
  expect(plays('hevc', 'hvc1.1.6.L93')).toBe(false)
})

test('a listing that was stopped on its way is not taken for the whole file', async () => {
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
