import { sql } from 'kysely'
import { type ConsentPurpose, consentPurposes, missingConsent } from '#contract/consents.ts'
import type { IntegrationType } from '#contract/providers/providers.ts'
import type { Db } from './db/db.ts'
import { AppError, notFound } from './errors.ts'

type Whose = { clientId: string } | { sessionId: string }

/** Null while undecided. `client`: an SQL expression of the client's id; family members have the consents of the guardian. */
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

export const noConsent = (purpose: ConsentPurpose) =>
  new AppError('no-consent', missingConsent[purpose])

export const isNoConsent = (error: unknown): error is AppError =>
  error instanceof AppError && error.code === 'no-consent'

/** Throws no-consent, and not-found without the session. */
export async function requireConsent(db: Db, whose: Whose, purpose: ConsentPurpose) {
  const clientId = 'clientId' in whose ? whose.clientId : await clientOf(db, whose.sessionId)
  if (!(await hasConsent(db, clientId, purpose))) throw noConsent(purpose)
}

async function clientOf(db: Db, sessionId: string) {
  const { clientId } = await db
    .selectFrom('session')
    .select('clientId')
    .where('id', '=', sessionId)
    .executeTakeFirstOrThrow(notFound('session'))
  return clientId
}

export type OutsideType = IntegrationType | 'webhook' | 'identity'

/** What sending content of a session to an outside service of a type needs consent to. */
const outsidePurposes: Partial<Record<OutsideType, ConsentPurpose>> = {
  video_storage: 'recording',
  transcription: 'outside_transcription',
  ai_analysis: 'outside_analysis',
}

/**
 * The gate of every request that has content. `sessionId` null: it has nothing of a client, such as a connection test. Throws
 * no-consent; a request that does not say is a bug, and not sent.
 */
export async function requireOutsideConsent(
  db: Db,
  type: OutsideType,
  sessionId: string | null | undefined,
) {
  const purpose = outsidePurposes[type]
  if (!purpose || sessionId === null) return
  if (sessionId === undefined)
    throw new Error(`A request to a service of type ${type} does not say whose content it has.`)
  await requireConsent(db, { sessionId }, purpose)
}

/** Outside services do what these do on this machine. */
const isLocal = { transcription: 'local', ai_analysis: 'built_in' } as const
const localPurposes = { transcription: 'recording', ai_analysis: 'analysis' } as const

/** What work of a provider on the content of a session needs consent to. */
export const purposeOf = (type: keyof typeof isLocal, provider: string): ConsentPurpose =>
  provider === isLocal[type] ? localPurposes[type] : (outsidePurposes[type] as ConsentPurpose)
