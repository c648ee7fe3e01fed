import { setTimeout as sleep } from 'node:timers/promises'
import { sql, type SqlBool } from 'kysely'
import { expect, test } from 'vitest'
import { makeRow, makeSession, updateRow } from '../../test/make.ts'
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

const { db, clientId, coachUserId, sessionDefinitionId } = await testApp()

async function aRow() {
  const sessionId = await makeSession(db, { clientId, sessionDefinitionId })
  const upload = { sessionId, userId: coachUserId, fileName: '', sizeBytes: 1 }
  return { table: 'upload', id: await makeRow(db, 'upload', upload) } as const
}
const tryAcquire = (row: Pick<Lease, 'table' | 'id'>, leaseMs = 10_000) =>
  acquireLease(db, row, { leaseMs, ready: sql<SqlBool>`status = 'receiving'` })
async function acquire(row: Pick<Lease, 'table' | 'id'>, leaseMs?: number) {
  const lease = await tryAcquire(row, leaseMs)
  if (!lease) throw new Error('not acquired')
  return lease
}
const write = async (lease: Lease) => {
  const { numUpdatedRows } = await db
    .updateTable('upload')
    .set({ note: 'written' })
    .where(ownsLease(lease))
    .executeTakeFirstOrThrow()
  return Number(numUpdatedRows)
}

test('of concurrent workers one acquires the lease', async () => {
  const row = await aRow()
  const leases = await Promise.all(Array.from({ length: 20 }, () => tryAcquire(row)))
  expect(leases.filter((it) => it !== undefined)).toEqual([{ ...row, fence: 1 }])
})

test('a worker whose lease was taken over can neither write nor renew it', async () => {
  const row = await aRow()
  const first = await acquire(row, 50)
  await sleep(100)
  // Expired, but not taken over yet.
  expect(await write(first)).toBe(1)
  const second = await acquire(row)
  expect([await write(first), await renewLease(db, first, 1000)]).toEqual([0, false])
  expect([await write(second), await renewLease(db, second, 1000)]).toEqual([1, true])
  expect(leaseName(first)).not.toBe(leaseName(second))
  // Releasing a lost lease has no effect.
  await releaseLease(db, first)
  expect(await tryAcquire(row)).toBeUndefined()
})

test('a released row can be leased at once, and its former holder cannot write', async () => {
  const row = await aRow()
  const first = await acquire(row)
  await releaseLease(db, first)
  expect(await write(first)).toBe(0)
  expect(await tryAcquire(row)).toMatchObject({ fence: 2 })
})

test('a row that is not ready cannot be leased', async () => {
  const row = await aRow()
  await updateRow(db, 'upload', row.id, { status: 'failed' })
  expect(await tryAcquire(row)).toBeUndefined()
})

const lostOf = async (
  renewal: { lost: AbortSignal; stop: () => Promise<void> },
  withinMs: number,
) => {
  for (const end = Date.now() + withinMs; Date.now() < end && !renewal.lost.aborted;)
    await sleep(10)
  await renewal.stop()
  return renewal.lost.aborted
}

test('a lease is kept while it is renewed, and its loss is reported', async () => {
  const row = await aRow()
  const lease = await acquire(row, 1_500)
  const renewal = renewLeasePeriodically(() => renewLease(db, lease, 1_500), {
    intervalMs: 50,
    maxUnrenewedMs: 1_400,
    onError: () => undefined,
  })
  await sleep(3_000)
  expect(renewal.lost.aborted).toBe(false)
  expect(await tryAcquire(row)).toBeUndefined()
  await db.deleteFrom('upload').where('id', '=', row.id).execute()
  expect(await lostOf(renewal, 5_000)).toBe(true)
})

test('failed renewals are reported, and the lease counts as lost after `maxUnrenewedMs`', async () => {
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
