import { setTimeout as sleep } from 'node:timers/promises'
import { sql, type SqlBool } from 'kysely'
import { expect, test } from 'vitest'
import { newId } from '../ids.ts'
import { makeSession } from '../../test/make.ts'
import { testApp } from '../../test/test-app.ts'
import {
  ownsLease,
  renewLeasePeriodically,
  type Lease,
  leaseName,
  releaseLease,
  renewLease,
  acquireLease,
} from './lease.ts'

const { db, clientId, sessionDefinitionId } = await testApp()

async function aRow() {
  const sessionId = await makeSession(db, { clientId, sessionDefinitionId })
  const id = newId()
  await db.insertInto('transcription').values({ id, sessionId }).execute()
  return { table: 'transcription', id } as const
}
const take = (row: Pick<Lease, 'table' | 'id'>, leaseMs = 10_000) =>
  acquireLease(db, row, { leaseMs, ready: sql<SqlBool>`status = 'waiting'` })
async function taken(row: Pick<Lease, 'table' | 'id'>, leaseMs?: number) {
  const lease = await take(row, leaseMs)
  if (!lease) throw new Error('not taken')
  return lease
}
const write = async (lease: Lease) => {
  const { numUpdatedRows } = await db
    .updateTable('transcription')
    .set({ note: 'written' })
    .where(ownsLease(lease))
    .executeTakeFirstOrThrow()
  return Number(numUpdatedRows)
}

test('of many who want a row at the same moment one gets it', async () => {
  const row = await aRow()
  const leases = await Promise.all(Array.from({ length: 20 }, () => take(row)))
  expect(leases.filter((it) => it !== undefined)).toEqual([{ ...row, fence: 1 }])
})

test('whoever was taken over from can neither write nor renew, and bears another name', async () => {
  const row = await aRow()
  const first = await taken(row, 50)
  await sleep(100)
  // Nobody was faster: then it is still theirs.
  expect(await write(first)).toBe(1)
  const second = await taken(row)
  expect([await write(first), await renewLease(db, first, 1000)]).toEqual([0, false])
  expect([await write(second), await renewLease(db, second, 1000)]).toEqual([1, true])
  expect(leaseName(first)).not.toBe(leaseName(second))
  // Letting go of what is not theirs does nothing.
  await releaseLease(db, first)
  expect(await take(row)).toBeUndefined()
})

test('what was let go of is free at once, and its holder writes nothing more', async () => {
  const row = await aRow()
  const first = await taken(row)
  await releaseLease(db, first)
  expect(await write(first)).toBe(0)
  expect(await take(row)).toMatchObject({ fence: 2 })
})

test('what is not ready is not taken', async () => {
  const row = await aRow()
  await db
    .updateTable('transcription')
    .set({ status: 'completed' })
    .where('id', '=', row.id)
    .execute()
  expect(await take(row)).toBeUndefined()
})

const lostOf = async (
  keeper: { lost: AbortSignal; stop: () => Promise<void> },
  withinMs: number,
) => {
  for (const end = Date.now() + withinMs; Date.now() < end && !keeper.lost.aborted;) await sleep(10)
  await keeper.stop()
  return keeper.lost.aborted
}

test('a lease is kept as long as it is renewed, and its loss is heard', async () => {
  const row = await aRow()
  const lease = await taken(row, 1_500)
  const keeper = renewLeasePeriodically(() => renewLease(db, lease, 1_500), {
    intervalMs: 50,
    maxUnrenewedMs: 1_400,
    onError: () => undefined,
  })
  await sleep(3_000)
  expect(keeper.lost.aborted).toBe(false)
  expect(await take(row)).toBeUndefined()
  await db.deleteFrom('transcription').where('id', '=', row.id).execute()
  expect(await lostOf(keeper, 5_000)).toBe(true)
})

test('renewals that fail are told of; work that the fence does not hold back then ends in time', async () => {
  const errors: Error[] = []
  const failing = () => Promise.reject(new Error('database away'))
  const options = { intervalMs: 20, onError: (error: Error) => errors.push(error) }
  expect(
    await lostOf(renewLeasePeriodically(failing, { ...options, maxUnrenewedMs: 1_000 }), 5_000),
  ).toBe(true)
  expect(errors.length).toBeGreaterThan(2)
  expect(await lostOf(renewLeasePeriodically(failing, options), 400)).toBe(false)
  const hanging = () => new Promise<boolean>((resolve) => setTimeout(resolve, 600, true))
  expect(
    await lostOf(renewLeasePeriodically(hanging, { ...options, maxUnrenewedMs: 200 }), 5_000),
  ).toBe(true)
})
