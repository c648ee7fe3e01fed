import { expect, test } from 'vitest'
import { newId } from '../../platform/ids.ts'
import { jobProcesses } from '../../test/job-processes.ts'
import { daysFromNow, makeSession } from '../../test/make.ts'
import { testApp } from '../../test/test-app.ts'

const { deps, db, clientId, sessionDefinitionId, clientUserId, databaseUrl } = await testApp()
const jobs = jobProcesses({ deps, databaseUrl })

/** The interval is a minute; the test does not wait for it. */
const remind = () => deps.queue.add(db, 'remind-of-sessions', {})
/** Ids of sessions. */
async function notified() {
  const rows = await db.selectFrom('message').select('rowIds').execute()
  return rows.flatMap(({ rowIds }) => rowIds ?? []).toSorted()
}

test('a client is reminded of each session once, although the process was killed', async () => {
  const ids: string[] = []
  const scheduleChangedAt = daysFromNow(-7)
  for (const hours of [3, 4, 5]) {
    const sessionDate = new Date(Date.now() + hours * 3600 * 1000).toISOString()
    ids.push(
      await makeSession(db, { clientId, sessionDefinitionId, sessionDate, scheduleChangedAt }),
    )
  }
  const [first, second] = ids
  /** A lock stops the process in the middle, to kill it there. */
  const held = await db.startTransaction().execute()
  await held
    .insertInto('reminder')
    .values({
      ...{ id: newId(), about: 'session', rowId: second ?? '', userId: clientUserId, version: 1 },
      ...{ step: 'ahead', at: new Date().toISOString() },
    })
    .execute()
  const killed = jobs.start()
  await remind()
  await expect.poll(notified, { timeout: 60_000 }).toEqual([first])
  await jobs.kill(killed)
  await held.rollback().execute()
  expect(await notified()).toEqual([first])

  jobs.start()
  await remind()
  await expect.poll(notified, { timeout: 60_000 }).toEqual(ids.toSorted())
}, 180_000)
