import { sql } from 'kysely'
import type { ConsentPurpose } from '#contract/consents/consents.ts'
import { integrationTypes, providerForm } from '#contract/integrations/providers/providers.ts'
import { type SentData, sentDataPageSize } from '#contract/consents/sent-data.ts'
import type { Db } from '../../platform/db/db.ts'

type Row = Omit<SentData, 'service' | 'purpose'> & { purpose: ConsentPurpose; provider: string }

/** Calls with content of the sessions of a user and the family, one entry per day, session and service. */
export async function listSentData(db: Db, { userId, page }: { userId: string; page: number }) {
  const { rows } = await sql<Row>`
    select max(egress.created_at) as at,
      egress.consent_purpose as purpose, max(egress.session_date) as session_date,
      case when client.guardian_id is not null then client.name end as whose,
      egress.provider, egress.host, egress.region, sum(egress.bytes_out)::float8 as bytes, min(consent.decided_at) as consented_at,
      bool_or(egress.is_success is null and egress.created_at < now() - interval '1 day') as is_interrupted
    from egress join client on client.id = egress.client_id left join consent on consent.id = egress.consent_id
    where (client.user_id = ${userId}
        or client.guardian_id in (select own.id from client as own where own.user_id = ${userId}))
      and egress.consent_purpose is not null and (egress.bytes_out > 0 or egress.is_success is null)
    group by (egress.created_at at time zone 'UTC')::date, egress.consent_purpose, egress.session_id, client.id, egress.provider, egress.host, egress.region
    order by max(egress.created_at) desc, egress.session_id, egress.consent_purpose, egress.host
    limit ${sentDataPageSize + 1} offset ${(page - 1) * sentDataPageSize}`.execute(db)
  return {
    entries: rows
      .slice(0, sentDataPageSize)
      .map(({ provider, ...row }): SentData => ({ ...row, service: getServiceName(provider) })),
    hasMore: rows.length > sentDataPageSize,
  }
}

const getServiceName = (provider: string) =>
  integrationTypes.map((type) => providerForm(type, provider)?.label).find(Boolean) ?? provider
