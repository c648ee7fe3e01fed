import { sql } from 'kysely'
import { type ConsentPurpose, missingConsent } from '#contract/consents.ts'
import { purposeOf } from '../../platform/consent.ts'
import type { Deps } from '../../deps.ts'
import type { Db } from '../../platform/db/db.ts'
import { cancelClientAnalysis } from '../sessions/analysis-queue.queries.ts'
import { cancelTranscriptions } from '../transcriptions/transcriptions.queries.ts'

type Withdrawal = { clientId: string; purpose: ConsentPurpose }

/** Ends what is queued or running of a purpose for a client and the family. What exists stays. */
export async function stopWork(
  tx: Db,
  { providers, queue }: Pick<Deps, 'providers' | 'queue'>,
  { clientId, purpose }: Withdrawal,
) {
  const isOf = async (type: 'transcription' | 'ai_analysis') => {
    const active = await providers.active(type).catch(() => undefined)
    return active !== undefined && purposeOf(type, active.provider) === purpose
  }
  const clientIds = await coveredClients(tx, clientId)
  if (purpose === 'recording') {
    await failUploads(tx, clientIds)
    await queue.add(tx, 'sweep', {})
  }
  const sessionIds = (await sessionsOf(tx, clientIds).execute()).map(({ id }) => id)
  if (await isOf('transcription')) await cancelTranscriptions(tx, queue, sessionIds)
  else if (purpose === 'outside_transcription')
    await cancelTranscriptions(tx, queue, sessionIds, 'external')
  if (await isOf('ai_analysis')) await cancelClientAnalysis(tx, clientIds)
  if (purpose === 'analysis') await deleteBriefs(tx, clientIds)
}

async function coveredClients(tx: Db, clientId: string) {
  const rows = await tx
    .selectFrom('client')
    .select('id')
    .where((eb) => eb.or([eb('id', '=', clientId), eb('guardianId', '=', clientId)]))
    .execute()
  return rows.map(({ id }) => id)
}

const sessionsOf = (tx: Db, clientIds: readonly string[]) =>
  tx.selectFrom('session').select('session.id').where('session.clientId', 'in', clientIds)

/** Their requests and workers lose the lease; the sweep deletes what has arrived. */
const failUploads = (tx: Db, clientIds: readonly string[]) =>
  tx
    .updateTable('upload')
    .set({
      ...{ status: 'failed', error: missingConsent.recording, note: null, leasedUntil: null },
      lastSeenAt: sql`now()`,
    })
    .where('sessionId', 'in', sessionsOf(tx, clientIds))
    .where('status', '<>', 'failed')
    .execute()

/** Briefs contain what was said, and can be made again. */
const deleteBriefs = (tx: Db, clientIds: readonly string[]) =>
  tx.deleteFrom('sessionBrief').where('sessionId', 'in', sessionsOf(tx, clientIds)).execute()
