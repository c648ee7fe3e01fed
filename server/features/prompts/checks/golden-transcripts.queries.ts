import { type Insertable, sql } from 'kysely'
import type { ExpectedValue } from '#contract/prompts/golden-transcripts.ts'
import type { TemplateType } from '#contract/prompts/prompts.ts'
import type { Db } from '../../../platform/db/db.ts'
import { matchesVersion, wasUpdated, type VersionedRow } from '../../../platform/db/row-version.ts'
import type { GoldenTranscript } from '../../../platform/db/schema.ts'
import { notFound } from '../../../platform/errors.ts'

const listed = (db: Db) =>
  db
    .selectFrom('goldenTranscript')
    .select(['id', 'name', 'quotes', 'forbidden', 'version'])
    .select((eb) => [
      eb.ref('type').$castTo<TemplateType>().as('type'),
      eb.ref('values').$castTo<ExpectedValue[]>().as('values'),
      sql<number>`length(transcript)`.as('characters'),
    ])
    .orderBy('type')
    .orderBy('createdAt')
    .orderBy('id')

export const listGoldenTranscripts = (db: Db) => listed(db).execute()

export const goldenTranscriptsOfType = (db: Db, type: TemplateType) =>
  listed(db).select('transcript').where('type', '=', type).execute()

export const getGoldenTranscript = (db: Db, id: string) =>
  listed(db)
    .select('transcript')
    .where('id', '=', id)
    .executeTakeFirstOrThrow(notFound('golden transcript'))

export async function countGoldenTranscripts(db: Db, type: TemplateType) {
  const { count } = await db
    .selectFrom('goldenTranscript')
    .select(sql<number>`count(*)::integer`.as('count'))
    .where('type', '=', type)
    .executeTakeFirstOrThrow()
  return count
}

type Values = Omit<Insertable<GoldenTranscript>, 'values'> & { values: readonly ExpectedValue[] }
const inColumns = ({ values, ...form }: Values) => ({ ...form, values: JSON.stringify(values) })

export const insertGoldenTranscript = (tx: Db, values: Values) =>
  tx.insertInto('goldenTranscript').values(inColumns(values)).execute()

/** False if the version has changed. */
export function updateGoldenTranscript(tx: Db, read: VersionedRow, values: Values) {
  const columns = inColumns(values)
  const update = tx.updateTable('goldenTranscript').set(columns)
  return wasUpdated(update.where(matchesVersion(read, columns)))
}

export const deleteGoldenTranscriptRow = (tx: Db, id: string) =>
  tx.deleteFrom('goldenTranscript').where('id', '=', id).execute()
