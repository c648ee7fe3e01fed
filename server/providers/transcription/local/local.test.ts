import { fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { otherLanguageText } from '#contract/transcriptions/transcriptions.ts'
import { readConfig } from '../../../platform/config/config.ts'
import { isAlive } from '../../../platform/db/embedded/embedded-processes.ts'
import { cutSound } from '../../../test/cut-sound.ts'
import { Rejected, Unavailable } from '../../../platform/jobs/errors.ts'
import type { Transcript } from '../transcriber.ts'
import { localTranscriber } from './local.ts'
import {
  f1,
  type ReferenceWord,
  sentenceEnds,
  speakerAccuracy,
  wordErrorRate,
} from '../../../test/measure-transcript.ts'
import { ensureModels } from './models.ts'

vi.mock('node:child_process', { spy: true })

const { modelsDir } = readConfig(process.env)
const media = (name: string) =>
  fileURLToPath(new URL(`../../../test/media/${name}`, import.meta.url))
const truthOf = (name: string, until = Infinity) =>
  (JSON.parse(readFileSync(media(name), 'utf8')) as { turns: ReferenceWord[] }).turns.filter(
    ({ end }) => end <= until,
  )

const folder = mkdtempSync(path.join(tmpdir(), 'maylab-local-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** Timeout on a busy machine. */
const patience = 600_000
vi.setConfig({ testTimeout: patience, hookTimeout: patience })
// Downloaded once per machine: 165 MB.
beforeAll(() => ensureModels(modelsDir))

type Step = { progress: number; note: string | null }

const transcribe = (name: string, signal?: AbortSignal) => transcribeFile(media(name), signal)

async function transcribeFile(
  file: string,
  signal = new AbortController().signal,
  { language, ...engines }: { hasVosk?: boolean; language?: 'en' } = {},
) {
  const steps: Step[] = []
  const begin = performance.now()
  const { transcript } = await localTranscriber({ modelsDir, ...engines }).begin(file, {
    signal,
    language,
    onProgress: (progress, note) => steps.push({ progress, note }),
  })
  return { transcript, steps, seconds: (performance.now() - begin) / 1000 }
}

const saidIn = (parts: { text: string }[]) => parts.map(({ text }) => text).join(' ')
const wordsOf = ({ segments }: Transcript) =>
  segments.flatMap(({ words = [], speaker }) => words.map((word) => ({ ...word, speaker })))

describe('a conversation between two people', () => {
  let transcript: Transcript
  let steps: Step[]
  let seconds: number
  const heardSeconds = 45.9
  beforeAll(async () => {
    const beginning = await cutSound(media('mm.webm'), { end: heardSeconds }, folder)
    ;({ transcript, steps, seconds } = await transcribeFile(beginning))
  })
  const truth = truthOf('mm.truth.json', heardSeconds)

  it('has fewer than 4 % wrong words', () => {
    expect(wordErrorRate(saidIn(truth), saidIn(transcript.segments))).toBeLessThan(0.04)
  })

  it('assigns at least 97 % of the words to the right speaker', () => {
    const { share, words } = speakerAccuracy(truth, wordsOf(transcript))
    expect(words).toBeGreaterThan(100)
    expect(share).toBeGreaterThanOrEqual(0.97)
  })

  it('has readable segments with times', () => {
    expect(transcript).toMatchObject({
      engine: 'local-moonshine-vosk',
      language: 'en',
      warnings: [],
    })
    expect(transcript.duration).toBeCloseTo(heardSeconds, 1)
    const [first] = transcript.segments
    expect(first?.speaker).toBe('Speaker 1')
    expect(first?.text).toMatch(/^Good morning\b.*[.?]$/)
    expect(first?.words?.map(({ word }) => word).join(' ')).toBe(first?.text)
    expect(first?.start).toBeCloseTo(0.96, 0)
    let before = 0
    for (const { start, end } of transcript.segments) {
      expect(start).toBeGreaterThanOrEqual(before)
      expect(end).toBeGreaterThan(start)
      before = start
    }
  })

  it('reports progress at most twice a second, never decreasing', () => {
    expect(steps.length).toBeGreaterThan(3)
    expect(steps.length).toBeLessThanOrEqual(2 * seconds + 1)
    const progress = steps.map((it) => it.progress)
    expect(progress).toEqual(progress.toSorted((a, b) => a - b))
    expect(steps.at(-1)?.progress).toBeGreaterThan(0.5)
    expect(steps.at(-1)?.progress).toBeLessThanOrEqual(1)
  })
})

it('has no text for another language, or a warning if English was chosen', async () => {
  const seconds = 23.6
  const beginning = await cutSound(media('pair-carlo-allison.webm'), { end: seconds }, folder)
  const made = await transcribeFile(beginning)
  expect(made.transcript).toMatchObject({ segments: [], warnings: ['LANGUAGE_OR_QUALITY'] })
  const { transcript } = await transcribeFile(beginning, undefined, { language: 'en' })
  const truth = truthOf('pair-carlo-allison.truth.json', seconds)
  const { share, words } = speakerAccuracy(truth, wordsOf(transcript))
  expect(words).toBeGreaterThan(40)
  expect(share).toBeGreaterThanOrEqual(0.97)
  expect(transcript.warnings).toEqual(['LANGUAGE_OR_QUALITY'])
})

it('marks an answer in another language instead of making up words', async () => {
  const { transcript } = await transcribe('one-answer-in-german.mp4')
  expect(transcript.warnings).toContain('OTHER_LANGUAGE')
  const [question, answer, next] = transcript.segments
  expect(question?.text).toMatch(/^Let us talk about .+ How many did you manage to take\?$/)
  expect(answer).toMatchObject({ text: otherLanguageText, start: 5.36, end: 15.33 })
  expect(next?.text).toMatch(/^Good morning, I slept very badly this week/)
})

// More voices, and the quality of all recordings: bench/transcript-quality.ts.
it('detects that one person speaks, and where sentences end', async () => {
  const seconds = 29.1
  const beginning = await cutSound(media('one-voice.webm'), { end: seconds }, folder)
  const { transcript } = await transcribeFile(beginning)
  const { insideTurns } = sentenceEnds(
    truthOf('one-voice.truth.json', seconds),
    transcript.segments,
  )
  expect(f1(insideTurns)).toBeGreaterThan(0.7)
  expect(new Set(transcript.segments.map(({ speaker }) => speaker)).size).toBe(1)
  expect(transcript.warnings).not.toContain('SPEAKERS_UNCERTAIN')
})

it('transcribes without the second engine, with a warning', async () => {
  const seconds = 13.1
  const beginning = await cutSound(media('mm.webm'), { end: seconds }, folder)
  const { transcript } = await transcribeFile(beginning, undefined, { hasVosk: false })
  const truth = truthOf('mm.truth.json', seconds)
  expect(wordErrorRate(saidIn(truth), saidIn(transcript.segments))).toBeLessThan(0.06)
  expect(transcript).toMatchObject({ engine: 'local-moonshine', warnings: ['NO_SPEAKERS'] })
  expect(new Set(transcript.segments.map(({ speaker }) => speaker))).toEqual(new Set(['Speaker 1']))
  const words = wordsOf(transcript)
  expect(words[0]?.start).toBeCloseTo(0.96, 0)
  expect(words.at(-1)?.end).toBeCloseTo(truth.at(-1)!.end, 0)
})

it('transcribes the second audio track if the first is silent', async () => {
  const { transcript } = await transcribe('silent-track-first.mp4')
  expect(transcript.warnings).not.toContain('SILENT')
  expect(transcript.segments[0]?.text).toMatch(/^Good morning\b/)
})

it('keeps the times of a video whose audio begins late and ends early', async () => {
  const { transcript } = await transcribe('late-sound.webm')
  expect(transcript.warnings).not.toContain('TRUNCATED')
  expect(transcript.duration).toBeCloseTo(11, 0)
  // Some processors hear "Good-morning" as one word.
  expect(wordsOf(transcript)[0]).toMatchObject({
    word: expect.stringMatching(/^Good/),
    start: expect.closeTo(2.96, 0),
  })
})

it('transcribes the available part of a truncated recording, with a warning', async () => {
  const file = path.join(folder, 'cut-off.webm')
  // The header declares 143 seconds.
  writeFileSync(file, readFileSync(media('mm.webm')).subarray(0, 60_000))
  const { transcript } = await transcribeFile(file)
  expect(transcript.warnings).toContain('TRUNCATED')
  expect(transcript.duration).toBeCloseTo(14, 0)
  expect(transcript.segments.length).toBeGreaterThan(1)
  expect(wordsOf(transcript).at(-1)?.end).toBeGreaterThan(10)
})

it('says that a recording is silent', async () => {
  const { transcript } = await transcribe('silence.mp4')
  expect(transcript).toMatchObject({ segments: [], warnings: ['SILENT'] })
})

it.each([
  ['no-audio.mp4', 'no-sound'],
  ['text.mp4', 'not-a-video'],
  ['fake-ftyp.mp4', 'incomplete'],
])('rejects a recording that cannot be transcribed: %s', async (name, reason) => {
  const rejected = transcribe(name)
  await expect(rejected).rejects.toThrow(Rejected)
  await expect(rejected).rejects.toMatchObject({ reason })
})

/** Starts a transcription; returns it with its worker process. */
async function startTranscription(signal?: AbortSignal) {
  vi.mocked(fork).mockClear()
  const running = transcribe('mm.webm', signal)
  await expect.poll(() => vi.mocked(fork).mock.results, { timeout: patience }).not.toEqual([])
  const [started] = vi.mocked(fork).mock.results
  const worker = started?.type === 'return' ? started.value : undefined
  if (worker?.pid === undefined) throw new Error('nothing has started')
  return { running, worker, pid: worker.pid }
}

it('can be cancelled, and leaves no process behind', async () => {
  const controller = new AbortController()
  const { running, worker, pid } = await startTranscription(controller.signal)
  expect(isAlive(pid)).toBe(true)
  controller.abort()
  const first = Promise.race([running, once(worker, 'exit')])
  await expect(first).rejects.toThrow('aborted')
  await waitForExit(pid)
})

it('can be retried after its process has crashed', async () => {
  const { running, worker } = await startTranscription()
  worker.kill('SIGSEGV')
  await expect(running).rejects.toThrow(Unavailable)
  await expect(running).rejects.toThrow('SIGSEGV')
})

it('exits with the server', async () => {
  // Reports the pid of the worker, then transcribes.
  const program = `
    import { syncBuiltinESMExports } from 'node:module'
    import processes from 'node:child_process'
    const { fork } = processes
    processes.fork = (...args) => {
      const child = fork(...args)
      console.log(child.pid)
      return child
    }
    syncBuiltinESMExports()
    const { localTranscriber } = await import(${JSON.stringify(new URL('./local.ts', import.meta.url).href)})
    const options = { signal: new AbortController().signal, onProgress() {} }
    await localTranscriber({ modelsDir: ${JSON.stringify(modelsDir)} })
      .begin(${JSON.stringify(media('mm.webm'))}, options)`
  const server = spawn(process.execPath, ['--input-type=module', '-e', program])
  const [told] = (await once(server.stdout, 'data')) as [Buffer]
  // Another worker may have started meanwhile.
  const pid = Number.parseInt(told.toString(), 10)
  await sleep(1500)
  expect(isAlive(pid)).toBe(true)
  server.kill('SIGKILL')
  await once(server, 'exit')
  await waitForExit(pid)
})

it('waits for missing models, and can be cancelled meanwhile', async () => {
  const empty = mkdtempSync(path.join(tmpdir(), 'maylab-no-models-'))
  const controller = new AbortController()
  const told: [number, string | null][] = []
  const waiting = localTranscriber({ modelsDir: empty }).begin(media('mm.webm'), {
    signal: controller.signal,
    onProgress(progress, note) {
      told.push([progress, note])
      controller.abort()
    },
  })
  await expect(waiting).rejects.toThrow('aborted')
  expect(told).toEqual([[0, 'Waiting for the speech models: 0 of 165 MB downloaded']])
  rmSync(empty, { recursive: true })
})

/** CPU seconds; a transcription of `mm.webm` takes over 30. */
const maxCpuSecondsAfterwards = 5

/**
 * Waits for the process to exit, and asserts that it stops working. Elapsed time does not show that on a busy machine:
 * the process could finish its work meanwhile.
 */
async function waitForExit(pid: number) {
  const before = cpuSeconds(pid) ?? 0
  let last = before
  await expect
    .poll(
      () => {
        last = cpuSeconds(pid) ?? last
        return isAlive(pid)
      },
      { timeout: existsSync('/proc') ? patience : 10_000 },
    )
    .toBe(false)
  expect(last - before).toBeLessThan(maxCpuSecondsAfterwards)
}

/** CPU seconds that a process has used; undefined if unknown. */
function cpuSeconds(pid: number) {
  try {
    // In hundredths, after the name, which ends with the last parenthesis.
    const [, fields = ''] = /\) (.*)$/s.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? []
    const [user, system] = fields.split(' ').slice(11, 13).map(Number)
    return ((user ?? 0) + (system ?? 0)) / 100
  } catch {
    return undefined
  }
}
