import { sql } from 'kysely'
import { type CrmResult, type CrmState, mostCrmResults } from '#contract/crm.ts'
import type { Db } from '../../platform/db/db.ts'

/** The CRM that is active, if any is. */
export const activeCrm = (db: Db) =>
  db
    .selectFrom('integration')
    .select(['id', 'provider'])
    .where('type', '=', 'crm')
    .where('isActive', '=', true)
    .executeTakeFirst()

/** How it stands with the active CRM. */
export async function crmState(db: Db): Promise<CrmState> {
  const crm = await activeCrm(db)
  if (!crm) return { provider: null, sync: null, kept: 0, failed: 0, results: [] }
  const sync = await db
    .selectFrom('crmSync')
    .select(['createdAt', 'finishedAt', 'total', 'done', 'sent', 'failed', 'error'])
    .where('integrationId', '=', crm.id)
    .orderBy('createdAt', 'desc')
    .limit(1)
    .executeTakeFirst()
  const { rows: counts } = await sql<{ kept: number; failed: number }>`
    select count(*) filter (where external_id is not null)::integer as kept,
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
    limit ${mostCrmResults}`.execute(db)
  return {
    provider: crm.provider,
    sync: sync ?? null,
    ...(counts[0] ?? { kept: 0, failed: 0 }),
    results,
  }
}
