import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { testApp } from '../test/test-app.ts'

const { db } = await testApp()

test.each(['UTC', 'Europe/Berlin', 'Asia/Kolkata', 'America/St_Johns'])(
  'an instant is the same whatever time zone the database speaks in: %s',
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
