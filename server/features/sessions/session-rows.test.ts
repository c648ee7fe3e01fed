import { sql } from 'kysely'
import { afterAll, expect, inject, test } from 'vitest'
import { openDb } from '../../platform/db/db.ts'
import { withWeek } from './session-rows.ts'
import { cloneDatabase } from '../../test/database.ts'

const cloned = await cloneDatabase(inject('database'))
const { db } = openDb(cloned.url, (error) => {
  throw error
})
afterAll(async () => {
  await db.destroy()
  await cloned.drop()
})

/** From 2000 to 2023: of later changes of summer time one machine may have heard, and another not. */
const from = Date.UTC(2000, 0, 1)
const spanHours = (Date.UTC(2023, 0, 1) - from) / 3_600_000
const hourOf = (index: number) =>
  new Date(from + ((index * 7919) % spanHours) * 3_600_000).toISOString()

test('weeks are those that the calendars of the database know, in every time zone of both', async () => {
  const { rows: known } = await sql<{ name: string }>`select name from pg_timezone_names`.execute(
    db,
  )
  const names = new Set(known.map(({ name }) => name))
  const zones = Intl.supportedValuesOf('timeZone').filter((it) => names.has(it))
  expect(zones.length).toBeGreaterThan(350)
  const samples = zones.flatMap((zone, at) =>
    Array.from({ length: 60 }, (_, index) => ({
      zone,
      clientCreatedAt: hourOf(at * 61 + index),
      sessionDate: hourOf(at * 127 + index * 31),
    })),
  )
  const { rows } = await sql<{ week: number }>`
    select floor(((at at time zone zone)::date - (begun at time zone zone)::date) / 7.0)::integer + 1 as week
    from unnest(
      ${samples.map((it) => it.zone)}::text[],
      ${samples.map((it) => it.clientCreatedAt)}::timestamptz[],
      ${samples.map((it) => it.sessionDate)}::timestamptz[]
    ) with ordinality as sample (zone, begun, at, place)
    order by place`.execute(db)
  const differing = samples.filter(
    (it, index) => withWeek(it.zone)(it).weekNumber !== rows[index]?.week,
  )
  expect(differing).toEqual([])
})
