import { sql } from 'kysely'
import { type CrmResult, type CrmState, maxCrmResults } from '#contract/crm/crm.ts'
import type { Db } from '../../platform/db/db.ts'

export const activeCrm = (db: Db) =>
  db
    .selectFrom('integration')
    .select(['id', 'provider'])
    .where('type', '=', 'crm')
    .where('isActive', '=', true)
    .executeTakeFirst()

/** Latest sync and results of the active CRM. */
export async function crmState(db: Db): Promise<CrmState> {
  const crm = await activeCrm(db)
  if (!crm) return { provider: null, sync: null, linked: 0, failed: 0, results: [] }
  const sync = await db
    .selectFrom('crmSync')
    .select(['createdAt', 'finishedAt', 'total', 'done', 'sent', 'failed', 'error'])
    .where('integrationId', '=', crm.id)
    .orderBy('createdAt', 'desc')
    .limit(1)
    .executeTakeFirst()
  const { rows: counts } = await sql<{ linked: number; failed: number }>`
    select count(*) filter (where external_id is not null)::integer as linked,
      count(*) filter (where not is_success)::integer as failed
    from crm_link where integration_id = ${crm.id}`.execute(db)
  const { rows: results } = await sql<CrmResult>`
    select link.kind, link.record_id as id, coalesce(organization.name, "user".name, '') as name,
      link.is_success, link.error, link.at
    from crm_link link
    left join organization on link.kind = 'organization' and organization.id = link.record_id
    left join coach on link.kind = 'coach' and coach.id = link.record_id
    left join "user" on "user".id = coach.user_id
    where link.integration_id = ${crm.id}
    order by link.is_success, link.at desc, link.record_id
    limit ${maxCrmResults}`.execute(db)
  return {
    provider: crm.provider,
    sync: sync ?? null,
    ...(counts[0] ?? { linked: 0, failed: 0 }),
    results,
  }
}
