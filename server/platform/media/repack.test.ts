import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, afterEach, beforeEach, describe, expect, it, test, vi } from 'vitest'
import { ffmpegs } from '../../test/ffmpegs.ts'
import { nativeFfmpeg, runFfmpeg } from './ffmpeg.ts'
import { probe } from './probe.ts'
import { repack } from './repack.ts'

const media = (name: string) => path.join(import.meta.dirname, '../../test/media', name)
const folder = mkdtempSync(path.join(tmpdir(), 'maylab-repack-'))
afterAll(() => rmSync(folder, { recursive: true }))
afterEach(() => vi.unstubAllEnvs())
const { signal } = new AbortController()

/** Repacks a test file into another container. */
async function packed(name: string, format: string, codecs = ['-c', 'copy']) {
  const output = path.join(folder, `packed.${format}`)
  const args = ['-map', '0', ...codecs, '-f', format]
  const { stdout, done } = runFfmpeg({ input: media(name), output, args })
  stdout.resume()
  expect((await done).code).toBe(0)
  return output
}
/** The decoded video. */
async function decoded(input: string) {
  const { stdout, done } = runFfmpeg({ input, args: ['-map', '0:v', '-f', 'rawvideo'] })
  const pictures = await buffer(stdout)
  await done
  return pictures
}

test.runIf(nativeFfmpeg())('a video that not all browsers play is encoded, smaller', async () => {
  const [from, to] = [path.join(folder, 'large.mkv'), path.join(folder, 'small.mp4')]
  const args = [
    '-t',
    '2',
    '-vf',
    'scale=1920:1080',
    '-c:v',
    'mpeg4',
    '-c:a',
    'flac',
    '-f',
    'matroska',
  ]
  const { stdout, done } = runFfmpeg({ input: media('silence.mp4'), output: from, args })
  stdout.resume()
  expect((await done).code).toBe(0)
  const found = await probe(from)
  expect(found).toMatchObject({ isPlayable: false, isRepackable: false })
  await repack(from, to, { ...found, signal, canEncode: true })
  expect(await probe(to)).toMatchObject({ isPlayable: true, videoCodec: 'avc', audioCodec: 'aac' })
  expect((await stat(to)).size).toBeLessThan((await stat(from)).size)
})

describe.each(ffmpegs)('a copy that browsers play, with $name', ({ wasm }) => {
  beforeEach(() => {
    vi.stubEnv('FFMPEG_WASM', wasm)
  })

  it.each(['matroska', 'mpegts', 'flv'])('is made of H.264 in %s', async (format) => {
    const file = await packed('silence.mp4', format)
    const found = await probe(file)
    expect(found).toMatchObject({ isPlayable: false, isRepackable: true })
    const copy = path.join(folder, 'copy.mp4')
    await repack(file, copy, { ...found, signal })
    expect(await probe(copy)).toMatchObject({
      ...{ format: 'MP4', videoCodec: 'avc', audioCodec: 'aac', isPlayable: true },
      duration: expect.closeTo(10, 0),
    })
    expect((await decoded(copy)).equals(await decoded(media('silence.mp4')))).toBe(true)
    // The index comes first, so playback can start before the download ends.
    const bytes = readFileSync(copy)
    expect(bytes.indexOf('moov')).toBeLessThan(bytes.indexOf('mdat'))
  })

  it('is made of AVI with pictures in display order, otherwise rejected', async () => {
    const h264 = ['-c:v', 'libx264', '-c:a', 'libmp3lame', '-bf']
    const [copy, inOrder] = [
      path.join(folder, 'copy.mp4'),
      await packed('silence.mp4', 'avi', [...h264, '0']),
    ]
    const found = await probe(inOrder)
    expect(found).toMatchObject({ isPlayable: false, isRepackable: true })
    await repack(inOrder, copy, { ...found, signal })
    expect(await probe(copy)).toMatchObject({ isPlayable: true, audioCodec: 'mp3' })
    const reordered = await packed('silence.mp4', 'avi', [...h264, '2'])
    await expect(repack(reordered, copy, { ...found, signal })).rejects.toThrow('not in order')
  })

  it('is rejected if it is shorter than the recording or cannot be read', async () => {
    const file = await packed('silence.mp4', 'matroska')
    const options = { contentType: 'video/x-matroska', duration: 12, signal }
    const copy = path.join(folder, 'copy.mp4')
    await expect(repack(file, copy, options)).rejects.toThrow('shorter')
    const none = repack(media('text.mp4'), copy, options)
    await expect(none).rejects.toThrow('could not read it')
  })
})
