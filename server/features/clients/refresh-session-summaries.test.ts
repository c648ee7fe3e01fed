import { type Insertable } from 'kysely'
import { expect, test } from 'vitest'
import type { Client as ClientRow } from '../../platform/db/schema.ts'
import { newId } from '../../platform/ids.ts'
import { startJobs } from '../../jobs.ts'
import {
  daysFromNow,
  makeClient,
  makeRecordingRow,
  makeSession,
  updateRow,
} from '../../test/make.ts'
import { testApp } from '../../test/test-app.ts'
import { refreshSessionSummaries } from './refresh-session-summaries.ts'

const { db, deps, databaseUrl, sessionDefinitionId } = await testApp()
const never = new AbortController().signal

const meet = (clientId: string, sessionDate: string, values = {}) =>
  makeSession(db, { clientId, sessionDefinitionId, sessionDate, ...values })
const record = (sessionId: string) => makeRecordingRow(db, sessionId)
const storedOf = (id: string) =>
  db
    .selectFrom('client')
    .select(['lastSessionAt', 'nextSessionAt', 'openSessions', 'waitingFor'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()

/** Computes the expected summary from all data of a client. */
async function expectedOf(clientId: string) {
  const sessions = await db
    .selectFrom('session')
    .leftJoin('recording', 'recording.sessionId', 'session.id')
    .selectAll('session')
    .select('recording.id as recordingId')
    .where('clientId', '=', clientId)
    .orderBy('sessionDate')
    .execute()
  const now = new Date().toISOString()
  const had = sessions.filter(({ sessionDate }) => sessionDate <= now)
  const open = had.filter(({ completedAt, archivedAt }) => !completedAt && !archivedAt)
  const current = sessions.filter(({ archivedAt }) => !archivedAt)
  const isEarlier = (it: (typeof sessions)[number]) =>
    it.recordingId !== null &&
    it.transcribedRecordingId !== null &&
    it.transcribedRecordingId !== it.recordingId
  const waits = {
    recording: open.some(
      (it) => !it.recordingId && !it.transcribedTextRaw && !it.transcribedTextScripted,
    ),
    transcription: current.some(
      (it) => it.recordingId && (it.transcribedTextRaw === null || isEarlier(it)),
    ),
    conversation: current.some(
      (it) =>
        it.transcribedTextRaw !== null && it.transcribedTextScripted === null && !isEarlier(it),
    ),
  }
  return {
    lastSessionAt: had.at(-1)?.sessionDate ?? null,
    nextSessionAt:
      sessions.find((it) => it.sessionDate > now && !it.completedAt && !it.archivedAt)
        ?.sessionDate ?? null,
    openSessions: open.length,
    waitingFor: Object.entries(waits).flatMap(([work, isSo]) => (isSo ? [work] : [])),
  }
}

/** A reproducible pseudo-random sequence. */
function sequence(seed: number) {
  let state = seed
  return (below: number) => {
    state = (state * 1103515245 + 12345) % 2 ** 31
    return Math.floor((state / 2 ** 31) * below)
  }
}

test('the session summaries of a client are correct after any change', async () => {
  const clients = [await makeClient(db), await makeClient(db)]
  const next = sequence(7)
  const any = <T>(all: readonly T[]) => all[next(all.length)] as T
  const times = ['completedAt', 'archivedAt'] as const
  const earlierId = newId()
  const texts = ['transcribedTextRaw', 'transcribedTextScripted'] as const
  for (let step = 0; step < 120; step++) {
    const sessions = await db
      .selectFrom('session')
      .select('id')
      .where('clientId', 'in', clients)
      .orderBy('id')
      .execute()
    const { id } = sessions.length ? any(sessions) : { id: '' }
    const change = (values: object) => updateRow(db, 'session', id, values)
    const changes = [
      () => meet(any(clients), daysFromNow(next(20) - 12)),
      () => change({ sessionDate: daysFromNow(next(20) - 12) }),
      () => change({ clientId: any(clients) }),
      () => change({ [any(times)]: any([null, daysFromNow(0)]) }),
      () => change({ [any(texts)]: any([null, 'Hello.']) }),
      () => change({ transcribedRecordingId: any([null, earlierId]) }),
      () => record(id).catch(() => undefined),
      () => db.deleteFrom('recording').where('sessionId', '=', id).execute(),
      () => (step % 3 ? undefined : db.deleteFrom('session').where('id', '=', id).execute()),
    ]
    await (id ? any(changes) : changes[0])?.()
    for (const client of clients) expect(await storedOf(client)).toEqual(await expectedOf(client))
  }
})

/** Simulates that the last refresh was an hour ago. */
const anHourAgo = (clientIds: string[], values: Partial<Insertable<ClientRow>> = {}) =>
  db
    .updateTable('client')
    .set({ ...{ lastSessionAt: null, openSessions: 0, waitingFor: [] }, ...values })
    .where('id', 'in', clientIds)
    .execute()

test('a session that begins becomes the last one and waits for its recording', async () => {
  const begun = daysFromNow(-0.01)
  const [one, done, off, later] = [
    await makeClient(db),
    await makeClient(db),
    await makeClient(db),
    await makeClient(db),
  ]
  await meet(one, begun)
  await meet(one, daysFromNow(7))
  await meet(done, begun, { completedAt: daysFromNow(0) })
  await meet(off, begun, { archivedAt: daysFromNow(0) })
  await meet(later, daysFromNow(1))
  await anHourAgo([one], { nextSessionAt: begun })
  await anHourAgo([done, off], { nextClosedSessionAt: begun })
  // A batch size of one, to need several batches.
  await refreshSessionSummaries(db, never, 1)
  for (const client of [one, done, off, later])
    expect(await storedOf(client)).toEqual(await expectedOf(client))
  expect(await storedOf(one)).toMatchObject({
    ...{ lastSessionAt: begun, openSessions: 1, waitingFor: ['recording'] },
  })
  expect(await storedOf(done)).toMatchObject({ lastSessionAt: begun, openSessions: 0 })
  expect(await storedOf(off)).toMatchObject({ lastSessionAt: begun, openSessions: 0 })
})

test('background work refreshes the summaries', async () => {
  const client = await makeClient(db)
  const begun = daysFromNow(-0.01)
  await meet(client, begun)
  await anHourAgo([client], { nextSessionAt: begun })
  const errors: Error[] = []
  const jobs = await startJobs(deps, {
    ...{ connectionString: databaseUrl, onError: (error) => errors.push(error) },
  })
  try {
    await expect.poll(async () => (await storedOf(client)).openSessions, { timeout: 5_000 }).toBe(1)
  } finally {
    await jobs.stop()
  }
  expect(errors).toEqual([])
})
