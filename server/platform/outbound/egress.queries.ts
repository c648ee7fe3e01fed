import { sql } from 'kysely'
import type { UsedConsent } from '../consent.ts'
import type { Db } from '../db/db.ts'
import { toStorableText } from '../db/storable-values.ts'
import { newId } from '../ids.ts'
import { getRegion } from './region.ts'

export type NewEgress = {
  /** Of an entry that several calls share; a new one by default. */
  id?: string | undefined
  integrationId: string
  provider: string
  host: string
  purpose: string
  sessionId?: string | null | undefined
  /** What allowed content of the session to be sent. */
  consent?: UsedConsent | undefined
  /** Complete from the start. */
  isSuccess?: true
}
export type EgressResult = {
  bytesOut: number
  bytesIn: number
  status: number | null
  isSuccess: boolean
  error: string | null
  durationMs: number
}

/** Records a call before it is made: without this row nothing is sent. The session may have been deleted since. */
export async function insertEgress(
  db: Db,
  { id = newId(), sessionId = null, integrationId, consent, ...call }: NewEgress,
) {
  const session = db.selectFrom('session').where('id', '=', sessionId)
  await db
    .insertInto('egress')
    .values({
      ...call,
      id,
      integrationId: sql`(select id from integration where id = ${integrationId})`,
      sessionId,
      clientId: session.select('clientId'),
      sessionDate: session.select('sessionDate'),
      region: getRegion(call.host) ?? null,
      consentPurpose: consent?.purpose ?? null,
      consentId: consent?.id ?? null,
    })
    .onConflict((on) =>
      on.column('id').doUpdateSet((eb) => ({
        consentPurpose: eb.fn.coalesce('egress.consentPurpose', 'excluded.consentPurpose'),
        consentId: eb.fn.coalesce('egress.consentId', 'excluded.consentId'),
        isSuccess: null,
        error: null,
      })),
    )
    .execute()
  return id
}

/** The purpose of rows for signed links: nothing was sent, and how a link is used is not known. */
export const playbackLinkPurpose = 'a link to play a recording'

export const completeEgress = (
  db: Db,
  id: string,
  { error, bytesOut, bytesIn, durationMs, ...result }: EgressResult,
) =>
  db
    .updateTable('egress')
    .set((eb) => ({
      ...result,
      bytesOut: eb('bytesOut', '+', bytesOut),
      bytesIn: eb('bytesIn', '+', bytesIn),
      durationMs: sql<number>`coalesce(duration_ms, 0) + ${durationMs}::integer`,
      error: error === null ? null : toStorableText(error),
    }))
    .where('id', '=', id)
    .execute()
