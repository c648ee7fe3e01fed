import { createWriteStream } from 'node:fs'
import { mkdir, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { Readable, Writable } from 'node:stream'
import { configure, TextReader, ZipWriter } from '@zip.js/zip.js'
import { z } from 'zod'
import type { Deps } from '../../deps.ts'
import type { Db } from '../../platform/db/db.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { NotFound } from '../../platform/jobs/errors.ts'
import { defineJob } from '../../platform/jobs/job.ts'
import { byteOrderMark, csvLine } from '../audit/csv.ts'
import { findFollower } from '../clients/find-follower.ts'
import { notify } from '../messages/notices/notify.ts'
import { findPerson, type Person } from '../erasures/person.queries.ts'
import { exportFile, removeParts } from './export-files.ts'
import { exportPage } from './export-page.ts'
import { findWaitingExport, finishExport, saveExportProgress } from './person-exports.queries.ts'
import { listRecordings, readPerson, readTranscript, type Rows } from './read-person.queries.ts'

declare module '../../platform/jobs/job.ts' {
  interface JobPayloads {
    'export-person': { id: string }
  }
}

configure({ useWebWorkers: false })

/** Builds the archive of a person. */
export const exportPerson = defineJob({
  name: 'export-person',
  payload: z.object({ id: z.uuid() }),
  queue: 'outside',
  group: 'storage',
  attempts: 5,
  async run({ db, providers, config, keys, queue }, { id }, job) {
    const found = await findWaitingExport(db, id)
    if (!found) return
    const { clientId, password, includesNotes, requestedBy, isOwn } = found
    const file = exportFile(config.dataDir, id)
    const part = `${file}.${job.attemptId}`
    await mkdir(path.dirname(file), { recursive: true, mode: 0o700 })
    await removeParts(file)
    const onProgress = throttle(
      (progress) => void saveExportProgress(db, id, progress).catch(job.onError),
    )
    try {
      await writeArchive(
        { db, providers },
        {
          ...{ clientId, isOwn, includesNotes, part, signal: job.signal, onProgress },
          password: password === null ? undefined : keys.decrypt('export-password', id, password),
        },
      )
      const { size: sizeBytes } = await stat(part)
      await inTransaction(db, async (tx) => {
        await job.finish(tx)
        // Unless the person was erased meanwhile.
        if (!(await finishExport(tx, id, { status: 'done', sizeBytes }))) return
        const userIds = [requestedBy, await findFollower(tx, clientId)]
        await notify(tx, { queue }, { kind: 'archiveReady', userIds, by: null, rowId: id })
        await rename(part, file)
      })
    } finally {
      await rm(part, { force: true })
    }
  },
  failed: (tx, { id }) => finishExport(tx, id, { status: 'failed', sizeBytes: null }),
})

type Needs = Pick<Deps, 'db' | 'providers'>

type Archive = {
  clientId: string
  isOwn: boolean
  includesNotes: boolean
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

async function writeArchive(
  deps: Needs,
  { clientId, isOwn, includesNotes, part, password, ...of }: Archive,
) {
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
    await addRecords(zip, deps.db, { clientId, isOwn, includesNotes, person, recordings })
    await addRecordings(zip, deps.providers, { ...of, recordings })
    await zip.close()
  } finally {
    out.destroy()
  }
}

type StoredRecording = Awaited<ReturnType<typeof listRecordings>>[number] & { path: string }
type Content = {
  clientId: string
  isOwn: boolean
  includesNotes: boolean
  person: Person
  recordings: readonly StoredRecording[]
}

async function addRecords(
  zip: ZipWriter<unknown>,
  db: Db,
  { clientId, isOwn, includesNotes, person, recordings }: Content,
) {
  const tables = await readPerson(db, person, { isOwn, includesNotes })
  const page = exportPage({
    ...{ clientId, tables, madeAt: new Date().toISOString() },
    recordings: new Map(recordings.map(({ sessionId, path: at }) => [sessionId, at])),
  })
  await zip.add('index.html', new TextReader(page))
  await zip.add('data.json', new TextReader(JSON.stringify(tables, undefined, 2)))
  for (const [table, rows] of Object.entries(tables))
    await zip.add(`csv/${table}.csv`, new TextReader(formatCsv(rows)))
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

function formatCsv(rows: Rows) {
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
