import { sql } from 'kysely'
import { expect, inject, onTestFinished, test } from 'vitest'
import { cloneDatabase } from '../../test/database.ts'
import { testApp } from '../../test/test-app.ts'
import { openDb } from './db.ts'

const { db } = await testApp()

test.each(['UTC', 'Europe/Berlin', 'Asia/Kolkata', 'America/St_Johns'])(
  'timestamps are returned in UTC for a session time zone of %s',
  async (zone) => {
    const sent = [
      ['2026-11-22T09:30:00Z', '2026-11-22T09:30:00.000Z'],
      ['2026-11-22T09:30:00.1Z', '2026-11-22T09:30:00.100Z'],
      ['2026-11-22T09:30:00.120Z', '2026-11-22T09:30:00.120Z'],
      ['2026-11-22T09:30:00.123456Z', '2026-11-22T09:30:00.123Z'],
      ['2026-07-01T23:59:59.999999Z', '2026-07-01T23:59:59.999Z'],
      ['1969-12-31T23:59:59.001Z', '1969-12-31T23:59:59.001Z'],
      ['2026-11-22T00:15:00+05:30', '2026-11-21T18:45:00.000Z'],
    ]
    await db.transaction().execute(async (tx) => {
      await sql`select set_config('timezone', ${zone}, true)`.execute(tx)
      for (const [given, expected] of sent) {
        const { rows } = await sql<{ at: string }>`select ${given}::timestamptz as at`.execute(tx)
        expect(rows).toEqual([{ at: expected }])
      }
    })
  },
)

test('date style and isolation level do not depend on the defaults of the database', async () => {
  const set = await cloneDatabase(inject('database'))
  const name = sql.ref(new URL(set.url.replace(/@\//, '@local/')).pathname.slice(1))
  await sql`alter database ${name} set datestyle = 'German, DMY'`.execute(db)
  await sql`alter database ${name} set default_transaction_isolation = 'serializable'`.execute(db)
  const { db: odd } = openDb(set.url, () => {})
  onTestFinished(async () => {
    await odd.destroy()
    await set.drop()
  })
  const { rows } =
    await sql`select '2026-07-01T23:59:59.9Z'::timestamptz as at, '2026-07-01'::date as day,
    current_setting('transaction_isolation') as isolation`.execute(odd)
  expect(rows).toEqual([
    { at: '2026-07-01T23:59:59.900Z', day: '2026-07-01', isolation: 'read committed' },
  ])
})
