import { sql } from 'kysely'
import type { Integration } from '#contract/integrations.ts'
import type { IntegrationType } from '#contract/providers/providers.ts'
import { violatesConstraint } from '../../platform/db/violates-constraint.ts'
import type { Db } from '../../platform/db/db.ts'
import { matchesVersion, wasUpdated, type VersionedRow } from '../../platform/db/row-version.ts'
import { AppError, notFound } from '../../platform/errors.ts'
import { playbackLinkPurpose } from '../../platform/outbound/egress.queries.ts'
import type { Settings } from '../../providers/adapter.ts'

/** As it is kept: the secrets encrypted. */
export type Kept = Awaited<ReturnType<typeof keptRow>>

const kept = (db: Db) =>
  db
    .selectFrom('integration')
    .select(['id', 'provider', 'isActive', 'secrets', 'version'])
    .select((eb) => [
      eb.ref('type').$castTo<IntegrationType>().as('type'),
      eb.ref('settings').$castTo<Settings>().as('settings'),
    ])

export const keptRow = (db: Db, id: string) =>
  kept(db).where('id', '=', id).executeTakeFirstOrThrow(notFound('provider'))

export const keptRows = (db: Db) => kept(db).orderBy('createdAt').orderBy('id').execute()

export const keptOfType = (db: Db, type: IntegrationType) =>
  kept(db).where('type', '=', type).orderBy('isActive', 'desc').orderBy('id').execute()

export type Doings = Pick<Integration, 'lastCall' | 'lastDay'>
type DoingsRow = Doings['lastDay'] & {
  id: string
  at: string | null
  isSuccess: boolean | null
  error: string | null
}

/** How the last call of each went, and how many there were in a day; of one, or of all. Links that were handed out are none. */
export async function doingsOf(db: Db, id?: string): Promise<Map<string, Doings>> {
  const { rows } = await sql<DoingsRow>`
    select integration.id, last.at, last.is_success, last.error, day.calls, day.failures
    from integration
    left join lateral (
      select created_at as at, is_success, error from egress
      where integration_id = integration.id and is_success is not null and purpose <> ${playbackLinkPurpose}
      order by created_at desc limit 1
    ) as last on true
    cross join lateral (
      select count(*) as calls, count(*) filter (where not is_success) as failures from egress
      where integration_id = integration.id and created_at > now() - interval '1 day' and purpose <> ${playbackLinkPurpose}
    ) as day
    where ${id === undefined ? sql`true` : sql`integration.id = ${id}`}`.execute(db)
  return new Map(
    rows.map(({ id: of, at, isSuccess, error, calls, failures }) => [
      of,
      {
        lastCall: at === null || isSuccess === null ? null : { at, isSuccess, error },
        lastDay: { calls, failures },
      },
    ]),
  )
}

type Values = { settings: Settings; secrets: string | null }

export const insertIntegration = (
  tx: Db,
  row: Values & { id: string; type: IntegrationType; provider: string; isActive: boolean },
) =>
  tx
    .insertInto('integration')
    .values({ ...row, settings: JSON.stringify(row.settings) })
    .execute()

/** Whether it still has the version that was read. */
export const changeSettings = (tx: Db, read: VersionedRow, { settings, secrets }: Values) =>
  wasUpdated(
    tx
      .updateTable('integration')
      .set({ settings: JSON.stringify(settings), secrets })
      .where(matchesVersion(read)),
  )

/** Makes room for another active one of the type; answers which one was active, if one was. */
export const putOut = (tx: Db, type: IntegrationType) =>
  tx
    .updateTable('integration')
    .set({ isActive: false })
    .where('type', '=', type)
    .where('isActive', '=', true)
    .returning('provider as insteadOf')
    .executeTakeFirst()

export const putIn = (tx: Db, id: string) =>
  tx.updateTable('integration').set({ isActive: true }).where('id', '=', id).execute()

/** What still hangs on a provider, and what to do about it. */
const keepsIt: Record<string, string> = {
  recording_integration_fk:
    'Recordings lie with this provider. Move all recordings to the active provider first.',
  discarded_file_integration_fk:
    'Files of deleted or moved recordings are still being removed there, the moved ones after some hours. Please try again later.',
  transcription_integration_fk:
    'A transcription is still under way there. Please try again when it is done.',
}
const keepsSomething =
  'Something here still belongs to this provider. Please try again when it is done.'

/** Throws conflict where files lie there: they would not be found any more. */
export async function requireNothingKept(tx: Db, id: string) {
  const { rows } = await sql<{ isKept: boolean }>`
    select exists (select from recording where integration_id = ${id})
      or exists (select from discarded_file where integration_id = ${id}) as is_kept`.execute(tx)
  if (rows[0]?.isKept)
    throw new AppError(
      'conflict',
      'Recordings lie there. Add another provider for the new place, and move all recordings to it.',
    )
}

/** Throws conflict where something still hangs on it. */
export const deleteRow = (tx: Db, id: string) =>
  tx
    .deleteFrom('integration')
    .where('id', '=', id)
    .execute()
    .catch((error: unknown) => {
      const constraint = Object.keys(keepsIt).find((it) => violatesConstraint(error, it))
      if (constraint) throw new AppError('conflict', keepsIt[constraint] ?? keepsSomething)
      if (isNeeded(error)) throw new AppError('conflict', keepsSomething)
      throw error
    })

/** A foreign key of another row (PostgreSQL, appendix A). */
const isNeeded = (error: unknown) =>
  error instanceof Error && (error as NodeJS.ErrnoException).code === '23503'
