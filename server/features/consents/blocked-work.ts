import { sql } from 'kysely'
import type { BlockedWork } from '#contract/consents/consents.ts'
import {
  type ContentType,
  noConsent,
  staysHere,
  findConsentRefusal,
} from '../../platform/consent.ts'
import type { Db } from '../../platform/db/db.ts'
import type { Providers } from '../../providers/registry.ts'

/** Without an active provider, as if it were on this machine. */
const builtIn: Record<ContentType, string> = {
  ...{ video_storage: 'local_disk', transcription: 'local', ai_analysis: 'built_in' },
}

/** Why the active provider may not work on content of a client; null: it may. */
export async function whyBlocked(
  db: Db,
  providers: Providers,
  clientId: string,
  type: ContentType,
) {
  const active = await providers.findActive(type)
  return findConsentRefusal(db, clientId, type, active?.provider ?? builtIn[type])
}

/** Throws no-consent. */
export async function requireUnblocked(...of: Parameters<typeof whyBlocked>) {
  const why = await whyBlocked(...of)
  if (why !== null) throw noConsent(why)
}

/** Why work on the sessions of a client is not done. */
export async function listBlockedWork(
  db: Db,
  providers: Providers,
  clientId: string,
): Promise<BlockedWork> {
  const why = (type: ContentType) => whyBlocked(db, providers, clientId, type)
  const [recording, transcription, analysis] = await Promise.all([
    why('video_storage'),
    why('transcription'),
    why('ai_analysis'),
  ])
  return {
    recording,
    transcription,
    analysis,
    isAudioKeptHere: await isAudioKeptHere(db, clientId),
  }
}

const isAudioKeptHere = async (db: Db, clientId: string) =>
  (
    await db
      .selectFrom('client')
      .select(staysHere(sql.ref('client.id'), 'audioStaysHere').as('isKept'))
      .where('client.id', '=', clientId)
      .executeTakeFirstOrThrow()
  ).isKept
