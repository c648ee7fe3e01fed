import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { listTones, recordedHere, tear, withHole } from '../../test/recorded-here.ts'
import { joinRecordings } from './join-recordings.ts'
import { probe } from './probe.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'maylab-join-'))
afterAll(() => rmSync(folder, { recursive: true }))
const { signal } = new AbortController()
const inFolder = (name: string) => path.join(folder, name)
const media = (name: string) => path.join(import.meta.dirname, '../../test/media', name)
const whole = (file: string) => ({ path: file, from: 0, to: null })
const join = async (...parts: Parameters<typeof joinRecordings>[0]) => {
  const to = inFolder('joined')
  return { to, seconds: await joinRecordings(parts, to, { signal }), ...(await probe(to)) }
}
const contains = (file: string, ...marks: (string | Buffer)[]) =>
  marks.map((mark) => readFileSync(file).includes(mark))
const cues = Buffer.from('1c53bb6b', 'hex')

test('a recording made in a browser gets its length and an index', async () => {
  const raw = await probe(recordedHere.webm)
  expect([raw.metaDuration, contains(recordedHere.webm, cues)]).toEqual([null, [false]])
  const webm = await join(whole(recordedHere.webm))
  expect(webm).toMatchObject({ format: 'WebM', isPlayable: true, duration: raw.duration })
  expect(webm.metaDuration).toBeCloseTo(raw.duration, 2)
  expect(webm.seconds).toEqual([expect.closeTo(raw.duration, 2)])
  expect(contains(webm.to, cues)).toEqual([true])
  expect(await listTones(webm.to, 4)).toEqual([440, 440, 880, 880])

  const fragments = await probe(recordedHere.mp4)
  expect(fragments.metaDuration).toBeLessThan(1)
  const mp4 = await join(whole(recordedHere.mp4))
  expect(mp4).toMatchObject({ format: 'MP4', isPlayable: true })
  expect(mp4.metaDuration).toBeCloseTo(fragments.duration, 2)
  expect(contains(mp4.to, 'moof', 'moov')).toEqual([false, true])
  expect(await listTones(mp4.to, 4)).toEqual([440, 440, 880, 880])
})

test.each(['webm', 'mp4'] as const)('a torn %s is whole up to where it was torn', async (kind) => {
  const torn = tear(recordedHere[kind], 0.75, inFolder('torn'))
  const joined = await join(whole(torn))
  expect(joined).toMatchObject({ isPlayable: true, duration: expect.closeTo(3, 0) })
  expect(joined.metaDuration).toBeCloseTo(joined.duration, 2)
  expect((await listTones(joined.to, 3)).slice(0, 2)).toEqual([440, 440])
})

test('a hole in time stays where it was', async () => {
  const joined = await join(whole(await withHole(3, inFolder('hole'))))
  expect(joined.duration).toBeCloseTo((await probe(recordedHere.webm)).duration + 3, 1)
  expect(await listTones(joined.to, 7)).toEqual([440, 440, 0, 0, 0, 880, 880])
})

test.each(['webm', 'mp4'] as const)(
  'parts in %s are joined in order, also between two that were joined before',
  async (kind) => {
    const first = whole(recordedHere[kind])
    const two = await join(first, whole(tear(recordedHere[kind], 0.75, inFolder('second'))))
    expect(two.duration).toBeCloseTo((two.seconds[0] ?? 0) + (two.seconds[1] ?? 0), 1)
    expect((await listTones(two.to, 6)).slice(0, 6)).toEqual([440, 440, 880, 880, 440, 440])
    const before = inFolder('before')
    writeFileSync(before, readFileSync(two.to))
    const [end = 0, last = 0] = two.seconds
    const three = await join(
      ...[{ path: before, from: 0, to: end }, first, { path: before, from: end, to: null }],
    )
    expect(three.seconds).toEqual([end, end, last].map((it) => expect.closeTo(it, 2)))
    // The third begins in the middle of the eighth second.
    expect((await listTones(three.to, 10)).toSpliced(8, 1)).toEqual([
      ...[440, 440, 880, 880, 440, 440, 880, 880, 440],
    ])
  },
)

test('parts of different browsers are encoded alike', async () => {
  const joined = await join(whole(recordedHere.webm), whole(recordedHere.mp4))
  expect(joined).toMatchObject({
    ...{ format: 'WebM', videoCodec: 'vp8', audioCodec: 'opus', isPlayable: true },
    duration: expect.closeTo(8.5, 0),
  })
  expect(await listTones(joined.to, 8)).toEqual([440, 440, 880, 880, 440, 440, 880, 880])
}, 60_000)

test.each([
  ['text', media('text.mp4'), 'not a video'],
  ['a video without sound', media('no-audio.mp4'), 'no sound'],
  ['sound alone', media('mm.webm'), 'not a video'],
  ['only first bytes', media('fake-ftyp.mp4'), 'incomplete'],
  ['nothing', inFolder('empty'), 'empty'],
])('%s is rejected with the reason', async (_, file, reason) => {
  writeFileSync(inFolder('empty'), '')
  await expect(join(whole(file))).rejects.toThrow(reason)
})
