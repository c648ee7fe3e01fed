import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ffmpegs } from '../../test/ffmpegs.ts'
import { runFfmpeg } from './ffmpeg.ts'

const media = (name: string) => fileURLToPath(new URL(`../../test/media/${name}`, import.meta.url))
const folder = mkdtempSync(path.join(tmpdir(), 'maylab-ffmpeg-'))
afterAll(() => rmSync(folder, { recursive: true }))
afterEach(() => vi.unstubAllEnvs())

const pcm = ['-map', '0:a:0', '-vn', '-ac', '1', '-ar', '16000', '-f', 's16le']
const jpeg = ['-an', '-frames:v', '1', '-f', 'image2', '-c:v', 'mjpeg', '-huffman', 'default']
const seconds = (audio: Buffer) => audio.length / 2 / 16_000

async function run(input: string, args: string[]) {
  const { stdout, done } = runFfmpeg({ input, args })
  const [output, end] = await Promise.all([buffer(stdout), done])
  return { output, ...end }
}

describe.each(ffmpegs)('$name', ({ wasm }) => {
  beforeEach(() => {
    vi.stubEnv('FFMPEG_WASM', wasm)
  })

  it('decodes the sound of a recording', async () => {
    const { output, code, stderr } = await run(media('mm.webm'), pcm)
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(seconds(output)).toBeCloseTo(143.05, 0)
    const samples = new Int16Array(output.buffer, output.byteOffset, output.length / 2)
    expect(samples.some((sample) => Math.abs(sample) > 3000)).toBe(true)
  })

  it('makes a JPEG of a video', async () => {
    const { output, code } = await run(media('no-audio.mp4'), jpeg)
    expect(code).toBe(0)
    expect(output.subarray(0, 3).toString('hex')).toBe('ffd8ff')
  })

  it('writes a header of unknown length, as it cannot seek back', async () => {
    const { output } = await run(media('silence.mp4'), ['-vn', '-f', 'wav'])
    expect(output.subarray(0, 4).toString()).toBe('RIFF')
  })

  it('reports why a file cannot be decoded', async () => {
    const { output, code, stderr } = await run(media('text.mp4'), pcm)
    expect(code).not.toBe(0)
    expect(stderr).toContain('Invalid data')
    expect(output).toHaveLength(0)
  })

  it('fails when the file is missing', async () => {
    const { code, stderr } = await run(path.join(folder, 'nowhere.mp4'), pcm)
    expect(code).not.toBe(0)
    expect(stderr).toMatch(/no such file/i)
  })

  it('does not open the files of a playlist', async () => {
    const playlist = path.join(folder, 'list.mp4')
    writeFileSync(
      playlist,
      `#EXTM3U\n#EXT-X-TARGETDURATION:10\n#EXTINF:10,\nfile://${media('mm.webm')}\n#EXT-X-ENDLIST\n`,
    )
    const { output, code } = await run(playlist, pcm)
    expect(code).not.toBe(0)
    expect(output).toHaveLength(0)
  })

  it('ends when its output is closed', async () => {
    const { stdout, done } = runFfmpeg({ input: media('mm.webm'), args: pcm })
    stdout.once('data', () => stdout.destroy())
    expect((await done).code).not.toBe(0)
  })

  it('is killed by an abort, even while its output is not read', async () => {
    const controller = new AbortController()
    const { stdout, done } = runFfmpeg({
      input: media('mm.webm'),
      args: pcm,
      signal: controller.signal,
    })
    stdout.on('error', () => {})
    await new Promise((resolve) => stdout.once('readable', resolve))
    await sleep(50)
    controller.abort()
    expect((await done).code).toBeNull()
  })
})
