import { sql } from 'kysely'
import {
  type ConsentPurpose,
  consentPurposes,
  missingConsent,
} from '#contract/consents/consents.ts'
import { type SettingName, settings } from '#contract/settings/setting-entries.ts'
import type { IntegrationType } from '#contract/integrations/providers/providers.ts'
import type { Db } from './db/db.ts'
import { AppError, notFound } from './errors.ts'

type Whose = { clientId: string } | { sessionId: string }

/** Null while undecided, unless it is collected outside this system. `client`: an SQL expression of the client's id; family members have the consents of the guardian. */
export const isConsentGiven = (client: unknown, purpose: ConsentPurpose) =>
  sql<boolean | null>`is_consent_given(${client}, ${purpose})`

/** The purposes that a client has agreed to. */
export async function listGivenPurposes(db: Db, clientId: string): Promise<Set<ConsentPurpose>> {
  const { rows } = await sql<{ purpose: ConsentPurpose }>`
    select purpose from unnest(${[...consentPurposes]}::text[]) as purpose
    where is_consent_given(${clientId}, purpose)`.execute(db)
  return new Set(rows.map(({ purpose }) => purpose))
}

export const hasConsent = async (db: Db, clientId: string, purpose: ConsentPurpose) =>
  (await listGivenPurposes(db, clientId)).has(purpose)

export const noConsent = (why: string) => new AppError('no-consent', why)

export const isNoConsent = (error: unknown): error is AppError =>
  error instanceof AppError && error.code === 'no-consent'

/** Throws no-consent, and not-found without the session. */
export async function requireConsent(db: Db, whose: Whose, purpose: ConsentPurpose) {
  if (!(await hasConsent(db, await findClient(db, whose), purpose)))
    throw noConsent(missingConsent[purpose])
}

async function findClient(db: Db, whose: Whose) {
  if ('clientId' in whose) return whose.clientId
  const { clientId } = await db
    .selectFrom('session')
    .select('clientId')
    .where('id', '=', whose.sessionId)
    .executeTakeFirstOrThrow(notFound('session'))
  return clientId
}

export type OutsideType = IntegrationType | 'webhook' | 'identity' | 'calendar'
/** Services that get content of sessions. */
export type ContentType = 'video_storage' | 'transcription' | 'ai_analysis'

type Rules = {
  /** The provider that keeps everything on this machine. */
  builtIn: string
  here: ConsentPurpose
  outside: ConsentPurpose
  /** Setting, and column of the organization, that keeps content from outside services. */
  stays: Extract<SettingName, 'audioStaysHere' | 'wordsStayHere'>
}
const rulesByType: Record<ContentType, Rules> = {
  video_storage: {
    ...{ builtIn: 'local_disk', here: 'recording', outside: 'recording' },
    stays: 'audioStaysHere',
  },
  transcription: {
    ...{ builtIn: 'local', here: 'recording', outside: 'outside_transcription' },
    stays: 'audioStaysHere',
  },
  ai_analysis: {
    ...{ builtIn: 'built_in', here: 'analysis', outside: 'outside_analysis' },
    stays: 'wordsStayHere',
  },
}
export const isContentType = (type: OutsideType): type is ContentType => type in rulesByType

/** What work of a provider on the content of a session needs consent to. */
export function getPurpose(type: ContentType, provider: string): ConsentPurpose {
  const { builtIn, here, outside } = rulesByType[type]
  return provider === builtIn ? here : outside
}

const keptHereSentence = (stays: Rules['stays']) =>
  `${settings[stays].label}, and the provider is an outside service.`

/** Why the installation keeps the content of everyone from a provider; null: it does not. */
export function whyKeptHere(
  installation: Record<Rules['stays'], boolean>,
  type: ContentType,
  provider: string,
) {
  const { builtIn, stays } = rulesByType[type]
  return installation[stays] && provider !== builtIn ? keptHereSentence(stays) : null
}

const isKeptByInstallation = (name: Rules['stays']) => sql<boolean>`
  coalesce((select value = 'true' from setting where setting.name = ${name}), false)`

/** Whether audio or words of a client must not leave this machine, by the installation or the organization. */
export const staysHere = (
  client: unknown,
  name: Rules['stays'],
) => sql<boolean>`(${isKeptByInstallation(name)}
  or coalesce((select ${sql.ref(`organization.${name}`)} from organization
    join client as owner on owner.organization_id = organization.id where owner.id = consenting_client(${client})), false))`

/** `id` null: the consent was given outside this system. */
export type UsedConsent = { id: string | null; purpose: ConsentPurpose }

/** The consent that lets a provider work on content of a client, or why there is none. */
async function findConsent(
  db: Db,
  clientId: string,
  type: ContentType,
  provider: string,
): Promise<UsedConsent | { why: string }> {
  const { builtIn, stays } = rulesByType[type]
  const purpose = getPurpose(type, provider)
  const { rows } = await sql<{ id: string | null; isGiven: boolean | null; mustStay: boolean }>`
    select is_consent_given(${clientId}, ${purpose}) as is_given, ${staysHere(sql`${clientId}::uuid`, stays)} as must_stay,
      (select case when is_given then id end from consent where client_id = consenting_client(${clientId})
        and purpose = ${purpose} order by decided_at desc, id desc limit 1) as id`.execute(db)
  const [found] = rows
  if (!found?.isGiven) return { why: missingConsent[purpose] }
  if (found.mustStay && provider !== builtIn) return { why: keptHereSentence(stays) }
  return { id: found.id, purpose }
}

/** Why a provider may not work on content of a client; null: it may. */
export async function findConsentRefusal(
  ...of: Parameters<typeof findConsent>
): Promise<string | null> {
  const found = await findConsent(...of)
  return 'why' in found ? found.why : null
}

/** Throws no-consent, and not-found without the session. */
export async function requireAllowed(db: Db, whose: Whose, type: ContentType, provider: string) {
  const found = await findConsent(db, await findClient(db, whose), type, provider)
  if ('why' in found) throw noConsent(found.why)
  return found
}

/**
 * The gate of every request that has content; returns what allowed it. `sessionId` null: it has nothing of a client, such as a
 * connection test or, for a model, a golden transcript. Throws no-consent; a request that does not say is a bug, and not sent.
 */
export async function requireOutsideConsent(
  db: Db,
  type: OutsideType,
  sessionId: string | null | undefined,
) {
  if (!isContentType(type)) return undefined
  if (sessionId === null) return type === 'ai_analysis' ? requireWordsMayLeave(db) : undefined
  if (sessionId === undefined)
    throw new Error(`A request to a service of type ${type} does not say whose content it has.`)
  return requireAllowed(db, { sessionId }, type, 'outside')
}

/** For words of no client in particular. Throws no-consent. */
async function requireWordsMayLeave(db: Db) {
  const name = rulesByType.ai_analysis.stays
  const { rows } = await sql<{
    isKept: boolean
  }>`select ${isKeptByInstallation(name)} as is_kept`.execute(db)
  if (rows[0]?.isKept) throw noConsent(keptHereSentence(name))
  return undefined
}
