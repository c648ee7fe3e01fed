import { type ConsentPurpose, missingConsent } from '#contract/consents/consents.ts'
import { getPurpose } from '../../platform/consent.ts'
import type { Deps } from '../../deps.ts'
import type { Db } from '../../platform/db/db.ts'
import type { Queue } from '../../platform/jobs/queue.ts'
import { cancelBriefs } from '../briefs/briefs.queries.ts'
import { failUpload } from '../recordings/uploads/uploads.queries.ts'
import { cancelAnalysis } from '../sessions/analysis-queue.queries.ts'
import { cancelTranscriptions } from '../transcriptions/transcriptions.queries.ts'

type Withdrawal = { clientId: string; purpose: ConsentPurpose }

/** Ends what is queued or running of a purpose for a client and the family. What exists stays. */
export async function stopWork(
  tx: Db,
  { providers, queue }: Pick<Deps, 'providers' | 'queue'>,
  { clientId, purpose }: Withdrawal,
) {
  const hasPurpose = async (type: 'transcription' | 'ai_analysis') => {
    const active = await providers.findActive(type)
    return active !== undefined && getPurpose(type, active.provider) === purpose
  }
  const clientIds = await coveredClients(tx, clientId)
  const sessionIds = (await selectSessions(tx, clientIds).execute()).map(({ id }) => id)
  if (purpose === 'recording') await failUploads(tx, queue, clientIds)
  if (await hasPurpose('transcription')) await cancelTranscriptions(tx, queue, sessionIds)
  else if (purpose === 'outside_transcription')
    await cancelTranscriptions(tx, queue, sessionIds, 'external')
  if (await hasPurpose('ai_analysis')) await cancelAnalysis(tx, queue, sessionIds)
  if (purpose === 'analysis') {
    await cancelBriefs(tx, queue, sessionIds)
    await deleteBriefs(tx, clientIds)
  }
}

async function coveredClients(tx: Db, clientId: string) {
  const rows = await tx
    .selectFrom('client')
    .select('id')
    .where((eb) => eb.or([eb('id', '=', clientId), eb('guardianId', '=', clientId)]))
    .execute()
  return rows.map(({ id }) => id)
}

const selectSessions = (tx: Db, clientIds: readonly string[]) =>
  tx.selectFrom('session').select('session.id').where('session.clientId', 'in', clientIds)

async function failUploads(tx: Db, queue: Queue, clientIds: readonly string[]) {
  const uploads = await tx
    .selectFrom('upload')
    .select('id')
    .where('sessionId', 'in', selectSessions(tx, clientIds))
    .where('status', '<>', 'failed')
    .orderBy('id')
    .execute()
  for (const { id } of uploads) await failUpload(tx, queue, id, missingConsent.recording)
}

/** Briefs contain what was said, and can be made again. */
const deleteBriefs = (tx: Db, clientIds: readonly string[]) =>
  tx.deleteFrom('sessionBrief').where('sessionId', 'in', selectSessions(tx, clientIds)).execute()
