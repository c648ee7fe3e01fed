import { sql } from 'kysely'
import type { Integration, CallOutcome, listEgress } from '#contract/integrations/integrations.ts'
import type { IntegrationType } from '#contract/integrations/providers/providers.ts'
import { violatesConstraint } from '../../platform/db/database-errors.ts'
import type { Db } from '../../platform/db/db.ts'
import { matchesVersion, wasUpdated, type VersionedRow } from '../../platform/db/row-version.ts'
import { AppError, notFound } from '../../platform/errors.ts'
import { playbackLinkPurpose } from '../../platform/outbound/egress.queries.ts'
import type { Settings } from '../../providers/provider.ts'
import { idIn, type List } from '../../platform/lists/list.ts'

/** A row, with encrypted secrets. */
export type StoredIntegration = Awaited<ReturnType<typeof storedIntegration>>

const storedIntegrationRows = (db: Db) =>
  db
    .selectFrom('integration')
    .select(['id', 'provider', 'isActive', 'secrets', 'version'])
    .select((eb) => [
      eb.ref('type').$castTo<IntegrationType>().as('type'),
      eb.ref('settings').$castTo<Settings>().as('settings'),
    ])

export const storedIntegration = (db: Db, id: string) =>
  storedIntegrationRows(db).where('id', '=', id).executeTakeFirstOrThrow(notFound('provider'))

export const storedIntegrations = (db: Db) =>
  storedIntegrationRows(db).orderBy('createdAt').orderBy('id').execute()

export const integrationsOfType = (db: Db, type: IntegrationType) =>
  storedIntegrationRows(db)
    .where('type', '=', type)
    .orderBy('isActive', 'desc')
    .orderBy('id')
    .execute()

export type CallStats = Pick<Integration, 'lastCall' | 'lastDay'>
type CallStatsRow = CallStats['lastDay'] & {
  id: string
  at: string | null
  isSuccess: boolean | null
  error: string | null
}

/** Last call and calls of the last day, for one or all integrations. Signed links do not count as calls. */
export async function getCallStats(db: Db, id?: string): Promise<Map<string, CallStats>> {
  const { rows } = await sql<CallStatsRow>`
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

/** False if the version has changed. */
export const updateSettings = (tx: Db, read: VersionedRow, { settings, secrets }: Values) =>
  wasUpdated(
    tx
      .updateTable('integration')
      .set({ settings: JSON.stringify(settings), secrets })
      .where(matchesVersion(read)),
  )

/** Deactivates the active provider of the type and returns it. */
export const deactivateType = (tx: Db, type: IntegrationType) =>
  tx
    .updateTable('integration')
    .set({ isActive: false })
    .where('type', '=', type)
    .where('isActive', '=', true)
    .returning('provider as insteadOf')
    .executeTakeFirst()

export const setActive = (tx: Db, id: string) =>
  tx.updateTable('integration').set({ isActive: true }).where('id', '=', id).execute()

/** Why a provider cannot be deleted, by foreign key. */
const blockedBy: Record<string, string> = {
  recording_integration_fk:
    'This provider still stores recordings. Move all recordings to the active provider first.',
  discarded_file_integration_fk:
    'Files of deleted or moved recordings are still being deleted there, which can take some hours. Please try again later.',
  upload_parts_integration_fk:
    'Recordings are being uploaded there. Please try again when they have finished.',
  transcription_integration_fk:
    'A transcription is still in progress there. Please try again when it has finished.',
}
const blockedByOther = 'This provider is still in use. Please try again later.'

/** Throws conflict if files are stored there, which would no longer be found. */
export async function requireNoStoredFiles(tx: Db, id: string) {
  const { rows } = await sql<{ hasStoredFiles: boolean }>`
    select exists (select from recording where integration_id = ${id})
      or exists (select from upload where parts_integration_id = ${id})
      or exists (select from discarded_file where integration_id = ${id}) as has_stored_files`.execute(
    tx,
  )
  if (rows[0]?.hasStoredFiles)
    throw new AppError(
      'conflict',
      'Recordings are stored there. Add another provider for the new location and move all recordings to it.',
    )
}

/** Throws conflict if it is still in use. */
export const deleteIntegrationRow = (tx: Db, id: string) =>
  tx
    .deleteFrom('integration')
    .where('id', '=', id)
    .execute()
    .catch((error: unknown) => {
      const constraint = Object.keys(blockedBy).find((it) => violatesConstraint(error, it))
      if (constraint) throw new AppError('conflict', blockedBy[constraint] ?? blockedByOther)
      if (isForeignKeyViolation(error)) throw new AppError('conflict', blockedByOther)
      throw error
    })

/** PostgreSQL error 23503. */
const isForeignKeyViolation = (error: unknown) =>
  error instanceof Error && (error as NodeJS.ErrnoException).code === '23503'

const isSuccess: Record<CallOutcome, ReturnType<typeof sql<boolean>>> = {
  success: sql`egress.is_success = true`,
  failure: sql`egress.is_success = false`,
  open: sql`egress.is_success is null`,
}

const calls = (db: Db, ids: readonly string[]) =>
  db
    .selectFrom('egress')
    .leftJoin('client', 'client.id', 'egress.clientId')
    .select([
      ...(['egress.id', 'egress.createdAt', 'egress.provider', 'egress.host'] as const),
      ...(['egress.purpose', 'egress.sessionId', 'egress.clientId', 'egress.bytesOut'] as const),
      ...(['egress.sessionDate', 'client.name as clientName'] as const),
      ...(['egress.bytesIn', 'egress.status', 'egress.error', 'egress.durationMs'] as const),
      sql<CallOutcome>`case when egress.is_success is null then 'open' when egress.is_success then 'success' else 'failure' end`.as(
        'outcome',
      ),
    ])
    .where(idIn('egress.id', ids))
    .execute()

export const egressList: List<typeof listEgress> = {
  table: 'egress',
  sorts: { time: { by: sql`egress.created_at`, value: 'instant' } },
  defaultSort: '-time',
  filters: {
    provider: (it) => sql`egress.provider = ${it}`,
    sessionId: (it) => sql`egress.session_id = ${it}`,
    outcome: (it) => isSuccess[it],
  },
  rows: calls,
}
