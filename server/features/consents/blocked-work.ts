import type { BlockedWork } from '#contract/sessions.ts'
import { type ConsentPurpose, missingConsent } from '#contract/consents.ts'
import { listGivenPurposes, purposeOf } from '../../platform/consent.ts'
import type { Db } from '../../platform/db/db.ts'
import type { Providers } from '../../providers/registry.ts'

/** What analysis with the active provider needs consent to. */
export async function analysisPurpose(providers: Providers): Promise<ConsentPurpose> {
  const active = await providers.active('ai_analysis').catch(() => undefined)
  return purposeOf('ai_analysis', active?.provider ?? 'built_in')
}

/** Why work on the sessions of a client is not done. */
export async function listBlockedWork(
  db: Db,
  providers: Providers,
  clientId: string,
): Promise<BlockedWork> {
  const [given, analysis, transcriber] = await Promise.all([
    listGivenPurposes(db, clientId),
    analysisPurpose(providers),
    providers.active('transcription').catch(() => undefined),
  ])
  const reason = (purpose: ConsentPurpose) => (given.has(purpose) ? null : missingConsent[purpose])
  return {
    recording: reason('recording'),
    transcription: reason(purposeOf('transcription', transcriber?.provider ?? 'local')),
    analysis: reason(analysis),
  }
}
