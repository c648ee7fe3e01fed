import { sql } from 'kysely'
import {
  type ConsentEntry,
  type ConsentOutside,
  type ConsentPurpose,
  consentPurposes,
  type ConsentText,
  maxConsentEntries,
} from '#contract/consents/consents.ts'
import type { SettingName } from '#contract/settings/setting-entries.ts'
import { integrationTypes, providerForm } from '#contract/integrations/providers/providers.ts'
import { type SentData, sentDataPageSize } from '#contract/consents/sent-data.ts'
import { mayReadClient } from '../../platform/access.ts'
import type { Db } from '../../platform/db/db.ts'
import { notFound } from '../../platform/errors.ts'
import type { Actor } from '../../platform/http/mount.ts'
import { newId } from '../../platform/ids.ts'

/** The client whose consents cover a client that the actor may read. */
export async function consentingClient(db: Db, actor: Actor, clientId: string) {
  const { id } = await db
    .selectFrom('client')
    .select(sql<string>`consenting_client(client.id)`.as('id'))
    .where('client.id', '=', clientId)
    .where(mayReadClient(actor))
    .executeTakeFirstOrThrow(notFound('client'))
  return db
    .selectFrom('client')
    .select(['id', 'name', 'userId', 'consentsAskedAt'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow(notFound('client'))
}

export async function listCurrentTexts(db: Db) {
  const rows = await db
    .selectFrom('consentText')
    .distinctOn('purpose')
    .select([sql<ConsentPurpose>`purpose`.as('purpose'), 'id', 'version', 'summary', 'details'])
    .select('createdAt')
    .orderBy('purpose')
    .orderBy('version', 'desc')
    .execute()
  return new Map(rows.map(({ purpose, ...text }): [ConsentPurpose, ConsentText] => [purpose, text]))
}

const entryRows = (db: Db, clientId: string) =>
  db
    .selectFrom('consent')
    .innerJoin('consentText', 'consentText.id', 'consent.consentTextId')
    .leftJoin('user', 'user.id', 'consent.recordedBy')
    .select([
      'consent.id',
      sql<ConsentPurpose>`consent.purpose`.as('purpose'),
      'consent.isGiven',
      'consent.decidedAt as at',
      'user.name as by',
      'consent.isSaidInSession',
      'consentText.version as textVersion',
    ])
    .where('consent.clientId', '=', clientId)

/** The newest entry of each purpose. */
export async function listLatestEntries(db: Db, clientId: string) {
  const rows = await entryRows(db, clientId)
    .distinctOn('consent.purpose')
    .orderBy('consent.purpose')
    .orderBy('consent.decidedAt', 'desc')
    .orderBy('consent.id', 'desc')
    .execute()
  return new Map(rows.map((row): [ConsentPurpose, ConsentEntry] => [row.purpose, row]))
}

/** What was decided on its purpose before an entry; null where nothing was. */
export async function findEarlierDecision(tx: Db, clientId: string, { id, purpose }: ConsentEntry) {
  const earlier = await tx
    .selectFrom('consent')
    .select('isGiven')
    .where('clientId', '=', clientId)
    .where('purpose', '=', purpose)
    .where('id', '<>', id)
    .orderBy('decidedAt', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return earlier?.isGiven ?? null
}

/** What the organization of a client collects outside this system, then what the installation does. */
export async function listConsentOutside(db: Db, clientId: string): Promise<ConsentOutside[]> {
  const { organization, installation } = await db
    .selectFrom('client')
    .leftJoin('organization', 'organization.id', 'client.organizationId')
    .select([
      sql<ConsentOutside | null>`organization.consent_outside`.as('organization'),
      sql<ConsentOutside | null>`(select value from setting where name = ${'consentOutside' satisfies SettingName})`.as(
        'installation',
      ),
    ])
    .where('client.id', '=', clientId)
    .executeTakeFirstOrThrow()
  return [organization, installation].filter((it) => it !== null)
}

/** Newest first. */
export const listEntries = (db: Db, clientId: string): Promise<ConsentEntry[]> =>
  entryRows(db, clientId)
    .orderBy('consent.decidedAt', 'desc')
    .orderBy('consent.id', 'desc')
    .limit(maxConsentEntries)
    .execute()

export type NewEntry = { purpose: ConsentPurpose; isGiven: boolean | null; textId: string }

export const insertEntries = (
  tx: Db,
  whose: { clientId: string; recordedBy: string; isSaidInSession: boolean },
  entries: readonly NewEntry[],
) =>
  tx
    .insertInto('consent')
    .values(
      entries.map(({ textId, ...it }) => ({ ...whose, ...it, id: newId(), consentTextId: textId })),
    )
    .execute()

/** Orders the decisions of a client. */
export const lockConsents = (tx: Db, clientId: string) =>
  tx.selectFrom('client').select('id').where('id', '=', clientId).forNoKeyUpdate().execute()

export const markAsked = (tx: Db, clientId: string) =>
  tx
    .updateTable('client')
    .set({ consentsAskedAt: sql<string>`now()` })
    .where('id', '=', clientId)
    .where('consentsAskedAt', 'is', null)
    .execute()

/** Agrees to everything on behalf of clients that were made up: demo data, tests and benchmarks. */
export const grantAllConsents = (tx: Db, clientIds: readonly string[], decidedAt = new Date()) =>
  sql`
    insert into consent (client_id, purpose, is_given, consent_text_id, decided_at, recorded_by)
    select client.id, text.purpose, true, text.id, ${decidedAt.toISOString()}, client.user_id
    from client, consent_text as text
    where client.id = any(${[...clientIds]}::uuid[]) and text.version = 1 and text.purpose = any(${[...consentPurposes]}::text[])`.execute(
    tx,
  )

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
