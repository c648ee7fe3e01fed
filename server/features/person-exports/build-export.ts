import { createWriteStream } from 'node:fs'
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { Readable, Writable } from 'node:stream'
import { configure, TextReader, ZipWriter } from '@zip.js/zip.js'
import type { Deps } from '../../deps.ts'
import type { Db } from '../../platform/db/db.ts'
import { type JobContext, leaseName, renewLeaseDuringJob } from '../../platform/db/lease.ts'
import { retryLater } from '../../platform/db/queue.ts'
import { NotFound } from '../../platform/jobs/errors.ts'
import { delayByAttempts, requestedDelay } from '../../platform/jobs/retry-delay.ts'
import { describeFailure } from '../../platform/jobs/run-leased-job.ts'
import { byteOrderMark, csvLine } from '../audit/csv.ts'
import { findPerson, type Person } from '../erasures/person.queries.ts'
import { exportPage } from './export-page.ts'
import {
  claimExport,
  deleteEndedExports,
  finishExport,
  saveExportProgress,
} from './person-exports.queries.ts'
import { listRecordings, readPerson, readTranscript, type Rows } from './read-person.queries.ts'

type Needs = Pick<Deps, 'db' | 'providers' | 'config' | 'queue' | 'keys'>

configure({ useWebWorkers: false })

export const exportsFolder = (dataDir: string) => path.join(dataDir, 'exports')
export const exportFile = (dataDir: string, id: string) =>
  path.join(exportsFolder(dataDir), `${id}.zip`)

const maxAttempts = 5

/** Builds the archive of a person. Repeatable: an attempt that was killed leaves a file that the sweep deletes. */
export async function buildExport(deps: Needs, exportId: string, run: JobContext) {
  const { db, queue } = deps
  const claimed = await claimExport(db, exportId, run.times.leaseMs)
  if (!claimed) return
  const { lease, attempts } = claimed
  const { lost, stop, signal } = renewLeaseDuringJob(db, lease, run)
  const file = exportFile(deps.config.dataDir, exportId)
  const part = `${file}.${leaseName(lease)}`
  try {
    // Every attempt was killed.
    if (attempts > maxAttempts) return void (await finishExport(db, lease, { status: 'failed' }))
    const password =
      claimed.password === null
        ? undefined
        : deps.keys.decrypt('export-password', exportId, claimed.password)
    await mkdir(path.dirname(file), { recursive: true, mode: 0o700 })
    await removeParts(file)
    const onProgress = throttle(
      (progress) => void saveExportProgress(db, lease, progress).catch(run.onError),
    )
    await writeArchive(deps, { clientId: claimed.clientId, part, password, signal, onProgress })
    await rename(part, file)
    const { size } = await stat(file)
    if (!(await finishExport(db, lease, { status: 'done', sizeBytes: size }))) await rm(file)
  } catch (error) {
    await rm(part, { force: true })
    if (lost.aborted) return
    const isStopped = run.signal.aborted
    if (!isStopped) describeFailure(error, run.onError)
    const delayMs = isStopped
      ? 0
      : delayByAttempts(attempts, run.times.retryMs, requestedDelay(error))
    await (
      attempts < maxAttempts || isStopped
        ? retryLater(db, queue, 'export-person', lease, { delayMs, isCounted: !isStopped })
        : finishExport(db, lease, { status: 'failed' })
    ).catch(run.onError)
  } finally {
    await stop()
  }
}

type Archive = {
  clientId: string
  part: string
  password: string | undefined
  signal: AbortSignal
  /** Of the recordings, from 0 to 1. */
  onProgress: (progress: number) => void
}

/** Milliseconds between two writes of the progress. */
const progressMs = 1_000

function throttle(write: (progress: number) => void) {
  let writtenAt = 0
  return (progress: number) => {
    if (Date.now() - writtenAt < progressMs) return
    writtenAt = Date.now()
    write(progress)
  }
}

/** Of attempts that were killed. */
async function removeParts(file: string) {
  const folder = path.dirname(file)
  for (const name of await readdir(folder))
    if (name.startsWith(`${path.basename(file)}.`))
      await rm(path.join(folder, name), { force: true })
}

async function writeArchive(deps: Needs, { clientId, part, password, ...of }: Archive) {
  const out = createWriteStream(part, { mode: 0o600 })
  const zip = new ZipWriter(Writable.toWeb(out), {
    signal: of.signal,
    // AES-256.
    ...(password !== undefined && { password, encryptionStrength: 3 as const }),
  })
  try {
    const person = await findPerson(deps.db, clientId)
    const recordings = (await listRecordings(deps.db, person)).map((it) => ({
      ...it,
      path: `recordings/${it.sessionDate.slice(0, 10)} ${it.id}${path.extname(it.fileName)}`,
    }))
    await addRecords(zip, deps.db, { clientId, person, recordings })
    await addRecordings(zip, deps.providers, { ...of, recordings })
    await zip.close()
  } finally {
    out.destroy()
  }
}

type StoredRecording = Awaited<ReturnType<typeof listRecordings>>[number] & { path: string }
type Content = { clientId: string; person: Person; recordings: readonly StoredRecording[] }

async function addRecords(
  zip: ZipWriter<unknown>,
  db: Db,
  { clientId, person, recordings }: Content,
) {
  const tables = await readPerson(db, person)
  const page = exportPage({
    ...{ clientId, tables, madeAt: new Date().toISOString() },
    recordings: new Map(recordings.map(({ sessionId, path: at }) => [sessionId, at])),
  })
  await zip.add('index.html', new TextReader(page))
  await zip.add('data.json', new TextReader(JSON.stringify(tables, undefined, 2)))
  for (const [table, rows] of Object.entries(tables))
    await zip.add(`csv/${table}.csv`, new TextReader(csvOf(rows)))
  for (const session of tables['session'] ?? []) {
    const transcript = await readTranscript(db, String(session['id']))
    const date = String(session['session_date']).slice(0, 10)
    if (transcript)
      await zip.add(
        `transcripts/${date} ${String(session['id'])}.json`,
        new TextReader(JSON.stringify(transcript)),
      )
  }
}

async function addRecordings(
  zip: ZipWriter<unknown>,
  providers: Deps['providers'],
  {
    recordings,
    signal,
    onProgress,
  }: Pick<Content, 'recordings'> & Pick<Archive, 'signal' | 'onProgress'>,
) {
  const totalBytes = recordings.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0)
  let doneBytes = 0
  async function* counted(content: Readable) {
    for await (const chunk of content) {
      doneBytes += (chunk as Buffer).length
      onProgress(Math.min(1, doneBytes / totalBytes))
      yield chunk as Buffer
    }
  }
  for (const { integrationId, storageKey, sessionId, path: at } of recordings) {
    const { adapter } = await providers.of('video_storage', integrationId)
    try {
      const content = await adapter.read(storageKey, undefined, { sessionId, signal })
      const stream = Readable.toWeb(Readable.from(counted(content)))
      await zip.add(at, { readable: stream as ReadableStream }, { level: 0 })
    } catch (error) {
      // Deleted meanwhile.
      if (!(error instanceof NotFound)) throw error
    }
  }
}

function csvOf(rows: Rows) {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))]
  const cell = (value: unknown) =>
    value === undefined || value === null
      ? null
      : typeof value === 'object'
        ? JSON.stringify(value)
        : (value as string | number | boolean)
  const cells = rows.map((row) => columns.map((it) => cell(row[it])))
  return byteOrderMark + [columns, ...cells].map((it) => csvLine(it)).join('')
}

/** A younger file may be one that is being written. */
const orphanAgeMs = 3600 * 1000

/** Deletes ended exports, and files of deleted or killed ones. */
export async function sweepExports({ db, config }: Pick<Needs, 'db' | 'config'>) {
  const known = await deleteEndedExports(db)
  const folder = exportsFolder(config.dataDir)
  for (const name of await readdir(folder).catch(() => [])) {
    const id = name.slice(0, 36)
    if (known.has(id) && name === `${id}.zip`) continue
    const file = path.join(folder, name)
    const found = await stat(file).catch(() => undefined)
    if (
      found &&
      (name === `${id}.zip` || !known.has(id) || Date.now() - found.mtimeMs > orphanAgeMs)
    )
      await rm(file, { force: true })
  }
}
