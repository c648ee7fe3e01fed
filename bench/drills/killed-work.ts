import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { analyseSession, getAnalysis, type SessionAnalysis } from '#contract/analysis/analysis.ts'
import { getSession, updateSession } from '#contract/sessions/sessions.ts'
import {
  startTranscription,
  type TranscriptionStatus,
} from '#contract/transcriptions/transcriptions.ts'
import { jobs } from '#server/jobs.ts'
import type { Db } from '#server/platform/db/db.ts'
import { openSender } from '#server/platform/jobs/boss.ts'
import { createQueue } from '#server/platform/jobs/queue.ts'
import { newId } from '#server/platform/ids.ts'
import { localService } from '#server/test/local-service.ts'
import {
  getRow,
  localDiskId,
  makeClient,
  makeMetric,
  makeRow,
  makeSession,
  type makePeople,
} from '#server/test/make.ts'
import { testKeys } from '#server/test/test-config.ts'
import { untilRecorded, uploadVideo, videoOf } from './upload.ts'

const videoBytes = 2_000_000
const pollMs = 200
/** After the last kill. */
const timeoutMs = 600_000
const conversation =
  'Coach: On a scale from zero to ten, how high is your stress?\n\nClient: I would say an eight.'

type Options = {
  db: Db
  origin: string
  people: Awaited<ReturnType<typeof makePeople>>
  /** Of a coach. */
  cookie: string
  isKilling: () => boolean
  webhooks: Awaited<ReturnType<typeof localService>>
}

/** Receives the webhooks of the drill. */
export const webhookReceiver = () =>
  localService((_call, response) => void response.writeHead(204).end())

/**
 * What the kills hit. Each of these runs once, counts what ended well or failed visibly, as after several kills of one
 * job, and lists what is missing or there twice.
 */
export async function killedWork({ db, origin, people, cookie, isKilling, webhooks }: Options) {
  const queue = createQueue(await openSender(db, () => undefined), jobs)
  const counts = {
    ...{ recordings: 0, transcriptions: 0, deliveries: 0, analyses: 0, erasures: 0, moves: 0 },
    failedVisibly: 0,
  }
  const lost: string[] = []
  const video = videoOf(videoBytes)
  const secondDiskId = newId()
  const storages = [localDiskId, secondDiskId]
  await makeRow(db, 'integration', {
    ...{ id: secondDiskId, type: 'video_storage', provider: 'second_disk', isActive: false },
  })
  await makeMetric(db, { key: 'stress_level', dataSource: 'transcription' })
  await makeRow(db, 'template', {
    ...{ name: 'Metrics', type: 'metric_extraction', isActive: true },
    ...{ systemPrompt: 'Read it.', userPromptTemplate: '{{sessionTranscript}}' },
  })
  const webhookId = newId()
  await makeRow(db, 'webhook', {
    ...{ id: webhookId, url: webhooks.origin, events: ['recording.ready'] },
    secret: testKeys.encrypt('webhook-secret', webhookId, 'whsec_'),
  })

  /** Undefined where the request failed, as while both processes are away. */
  async function ask<T>({ method, path }: { method: string; path: string }, id: string, body = {}) {
    const response = await fetch(origin + path.replace('{id}', id), {
      method,
      headers: { cookie, origin, 'content-type': 'application/json' },
      ...(method !== 'GET' && { body: JSON.stringify(body) }),
    }).catch(() => undefined)
    if (!response?.ok) return undefined
    return (await response.json().catch(() => undefined)) as T | undefined
  }

  /** Starts it, and again where it fails visibly, until it is done. */
  async function untilDone(
    kind: keyof typeof counts,
    id: string,
    { start, read }: { start: () => Promise<unknown>; read: () => Promise<string | undefined> },
  ) {
    let end = Date.now() + timeoutMs
    for (; Date.now() < end; await sleep(pollMs)) {
      if (isKilling()) end = Date.now() + timeoutMs
      const status = await read()
      if (status === 'done') return counts[kind]++
      if (status === 'failed') counts.failedVisibly++
      if (status === 'failed' || status === 'none') await start()
    }
    return lost.push(`${kind} ${id}`)
  }

  async function transcribe(sessionId: string) {
    type Read = { transcription?: { status: TranscriptionStatus } | null }
    await untilDone('transcriptions', sessionId, {
      start: () => ask(startTranscription, sessionId),
      async read() {
        const session = await ask<Read>(getSession, sessionId)
        const status = session && (session.transcription?.status ?? 'none')
        return status === 'completed' ? 'done' : status
      },
    })
  }

  async function analyse(sessionId: string) {
    while (!(await ask(updateSession, sessionId, { transcribedTextScripted: conversation })))
      await sleep(pollMs)
    const read = () => ask<SessionAnalysis>(getAnalysis, sessionId)
    await untilDone('analyses', sessionId, {
      start: () => ask(analyseSession, sessionId, { types: ['metric_extraction'] }),
      async read() {
        const found = await read()
        return found && (found.steps[0]?.status ?? 'none')
      },
    })
    const values = await db
      .selectFrom('analysisValue')
      .select('id')
      .where('sessionId', '=', sessionId)
      .execute()
    if (values.length !== 1) lost.push(`${values.length} values of ${sessionId}`)
  }

  /** A receiver knows what came twice by its id. */
  async function receive(recordingId: string) {
    const deliveries = () =>
      new Set(
        webhooks.calls
          .filter(({ body }) => body.includes(recordingId))
          .map(({ headers }) => headers['webhook-id']),
      ).size
    await untilDone('deliveries', recordingId, {
      start: async () => undefined,
      read: async () => (deliveries() ? 'done' : undefined),
    })
    if (deliveries() > 1) lost.push(`${deliveries()} deliveries of ${recordingId}`)
  }

  async function erase(clientId: string) {
    const now = new Date().toISOString()
    let id: string | undefined
    await untilDone('erasures', clientId, {
      async start() {
        id = await makeRow(db, 'erasure', {
          ...{ clientId, status: 'running', requestedBy: people.systemUserId },
          ...{ ownConfirmationFrom: now, confirmedBy: people.adminUserId, confirmedAt: now },
        })
        await queue.add(db, 'erase-person', { id })
      },
      read: async () => (id === undefined ? 'none' : (await getRow(db, 'erasure', id)).status),
    })
    const left = await db.selectFrom('client').select('id').where('id', '=', clientId).execute()
    if (left.length) lost.push(`erased client ${clientId}`)
  }

  return {
    counts,
    lost,
    /** From a client's first session to the erasure of the client. */
    async serveClient() {
      // Their creation was never answered. The sweep would delete them only after a day, and a person may have ten.
      await sql`delete from upload where status = 'receiving'
        and last_seen_at < now() - interval '1 minute'`.execute(db)
      const { coachId, sessionDefinitionId } = people
      const clientId = await makeClient(db, { coachId })
      const sessionId = await makeSession(db, { clientId, sessionDefinitionId })
      const from = { origin, cookie, sessionId, video }
      const uploadPath = await uploadVideo(from)
      const result = await untilRecorded({ ...from, uploadPath, isDisturbed: isKilling })
      if (result === 'failed') counts.failedVisibly++
      if (result === 'lost') lost.push(uploadPath)
      if (result === 'recorded') {
        counts.recordings++
        await transcribe(sessionId)
        await receive(uploadPath.split('/').at(-1) ?? '')
        await analyse(sessionId)
      }
      await erase(clientId)
    },
    /** Activates the other storage, and moves every recording there. */
    async moveRecordings() {
      const integrationId = storages.reverse()[0] ?? ''
      await db.transaction().execute(async (tx) => {
        const all = () => tx.updateTable('integration').where('type', '=', 'video_storage')
        await all().set({ isActive: false }).execute()
        await all().set({ isActive: true }).where('id', '=', integrationId).execute()
      })
      let id: string | undefined
      await untilDone('moves', integrationId, {
        async start() {
          id = await makeRow(db, 'recordingsMove', { integrationId })
          await queue.add(db, 'move-recordings', { id })
        },
        async read() {
          if (id === undefined) return 'none'
          const { status } = await getRow(db, 'recordingsMove', id)
          // A process that did not know yet which one is active stopped it.
          return status === 'stopped' ? 'none' : status
        },
      })
    },
  }
}
