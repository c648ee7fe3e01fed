import { expect, test } from 'vitest'
import { newId } from '../../platform/ids.ts'
import { jobProcesses } from '../../test/job-processes.ts'
import { makeSession } from '../../test/make.ts'
import { testApp } from '../../test/test-app.ts'

const { deps, db, clientId, sessionDefinitionId, clientUserId, coachUserId, databaseUrl } =
  await testApp()
const jobs = jobProcesses({ deps, databaseUrl })
const people = [clientUserId, coachUserId]

/** The interval is a minute; the test does not wait for it. */
const remind = () => deps.queue.add(db, 'remind-of-sessions', {})
/** "user session" per message. */
async function notified() {
  const rows = await db.selectFrom('message').select(['userId', 'calendar']).execute()
  return rows.map(({ userId, calendar }) => `${userId} ${/^UID:(.*)@/m.exec(calendar ?? '')?.[1]}`)
}

test('client and coach are reminded of each session once, although the process was killed', async () => {
  const ids: string[] = []
  for (const hours of [3, 4, 5]) {
    const sessionDate = new Date(Date.now() + hours * 3600 * 1000).toISOString()
    ids.push(await makeSession(db, { clientId, sessionDefinitionId, sessionDate }))
  }
  const [first, second] = ids
  /** A lock stops the process in the middle, to kill it there. */
  const held = await db.startTransaction().execute()
  await held
    .insertInto('reminder')
    .values(
      people.map((userId) => ({
        ...{ id: newId(), about: 'session', rowId: second ?? '', userId, version: 1 },
        ...{ step: 'ahead', at: new Date().toISOString() },
      })),
    )
    .execute()
  const killed = jobs.start()
  await remind()
  await expect.poll(notified, { timeout: 60_000 }).toHaveLength(2)
  await jobs.kill(killed)
  await held.rollback().execute()
  expect((await notified()).toSorted()).toEqual(people.map((it) => `${it} ${first}`).toSorted())

  jobs.start()
  await remind()
  const all = ids.flatMap((id) => people.map((it) => `${it} ${id}`))
  await expect.poll(notified, { timeout: 60_000 }).toHaveLength(all.length)
  expect((await notified()).toSorted()).toEqual(all.toSorted())
}, 180_000)
