import { readdirSync } from 'node:fs'
import path from 'node:path'
import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import type { Certificate } from '#contract/erasures/erasures.ts'
import { jobProcesses } from '../../test/job-processes.ts'
import { makeRecording } from '../../test/make-recording.ts'
import { makeClient, makeRow, makeSession, getRow } from '../../test/make.ts'
import { testApp } from '../../test/test-app.ts'

const app = await testApp()
const { db, deps, databaseUrl, sessionDefinitionId, systemUserId, adminUserId } = app
const errors: string[] = []
const jobs = jobProcesses({ deps, databaseUrl }, (text) => errors.push(text))
const timeout = { timeout: 40_000 }

/** Confirmed, and in the queue. */
async function queueErasure() {
  const clientId = await makeClient(db)
  for (let index = 0; index < 3; index++)
    await makeRecording(deps, await makeSession(db, { clientId, sessionDefinitionId }))
  await makeRow(db, 'auditEntry', { action: 'plan-opened', clientId })
  const now = new Date().toISOString()
  const id = await makeRow(db, 'erasure', {
    ...{ clientId, status: 'running', requestedBy: systemUserId, ownConfirmationFrom: now },
    ...{ confirmedBy: adminUserId, confirmedAt: now },
  })
  await deps.queue.add(db, 'erase-person', { id })
  const row = () => getRow(db, 'erasure', id)
  const untilDone = () =>
    vi.waitFor(async () => expect(await row()).toMatchObject({ status: 'done' }), timeout)
  return { id, clientId, row, untilDone }
}

/** What two certificates of people with the same rows have in common. */
function countsOf(certificate: unknown) {
  const { people, deletedRows, anonymizedRows, files, services } = certificate as Certificate
  const stored = files.map(({ storage, bytes, sha256 }) => ({ storage, bytes, sha256 }))
  return { people, deletedRows, anonymizedRows, services, stored }
}

const lockKey = 4_010
await sql`create function wait_for_test() returns trigger language plpgsql as $$
  begin
    perform pg_advisory_xact_lock(${sql.lit(lockKey)});
    return case tg_op when 'DELETE' then old else new end;
  end $$`.execute(db)

const points = [
  { when: 'its rows are deleted', at: 'before delete on session for each row' },
  { when: 'a file is deleted but not its row', at: 'before delete on discarded_file for each row' },
  {
    when: 'everything is deleted and the certificate is not written',
    at: `before update on erasure for each row when (new.status = 'done')`,
  },
]

test.each(points)(
  'an erasure whose process is killed when $when is completed by the next one',
  async ({ at }) => {
    const first = jobs.start()
    const undisturbed = await queueErasure()
    await undisturbed.untilDone()
    await jobs.kill(first)

    const { id, clientId, row, untilDone } = await queueErasure()
    await db.connection().execute(async (holder) => {
      await sql`select pg_advisory_lock(${lockKey})`.execute(holder)
      await sql`create trigger wait_for_test ${sql.raw(at)} execute function wait_for_test()`.execute(
        holder,
      )
      const killed = jobs.start()
      await vi.waitFor(async () => {
        const { rows } = await sql`select from pg_locks
          where locktype = 'advisory' and objid = ${lockKey} and not granted`.execute(holder)
        expect(rows).toHaveLength(1)
      }, timeout)
      await jobs.kill(killed)
      await sql`select pg_advisory_unlock(${lockKey})`.execute(holder)
    })
    const table = at.split(' ')[3] ?? ''
    await sql`drop trigger wait_for_test on ${sql.table(table)}`.execute(db)
    expect(await row()).toMatchObject({ status: 'running', certificate: null })

    const next = jobs.start()
    await untilDone()
    await jobs.kill(next)
    const { certificate } = await row()
    expect(countsOf(certificate)).toEqual(countsOf((await undisturbed.row()).certificate))
    expect(await db.selectFrom('client').where('id', '=', clientId).execute()).toEqual([])
    expect(readdirSync(path.join(deps.config.dataDir, 'recordings'))).toEqual([])
    expect(await db.selectFrom('discardedFile').execute()).toEqual([])
    expect(JSON.stringify(certificate)).toContain(id)
    expect(errors).toEqual([])
  },
  90_000,
)
