import { sql } from 'kysely'
import type { Language, TranscriptionHints } from '#contract/transcriptions/transcription-hints.ts'
import { requireClientChange } from '../../../platform/access.ts'
import { audit, auditPlan } from '../../audit/audit.ts'
import type { Db } from '../../../platform/db/db.ts'
import { isUnchanged, wasUpdated, staleError } from '../../../platform/db/row-version.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import { notFound } from '../../../platform/errors.ts'
import type { Actor } from '../../../platform/http/mount.ts'
import type { Installation } from '../../settings/installation/installation.ts'

/** Throws not-found for a client whose plan the actor may not change. */
export async function findTranscriptionHints(db: Db, actor: Actor, clientId: string) {
  await requireClientChange(db, actor, clientId)
  await auditPlan(db, actor, clientId)
  return selectHints(db, clientId)
}

const selectHints = (db: Db, clientId: string): Promise<TranscriptionHints> =>
  db
    .selectFrom('client')
    .select([
      sql<Language | null>`transcription_language`.as('language'),
      'transcriptionTerms as terms',
      'transcriptionHintsVersion as version',
    ])
    .where('id', '=', clientId)
    .executeTakeFirstOrThrow(notFound('client'))

type HintsChange = Omit<TranscriptionHints, 'version'> & { version?: number | undefined }

export const setTranscriptionHints = (
  db: Db,
  actor: Actor,
  clientId: string,
  { language, terms, version }: HintsChange,
) =>
  inTransaction(db, async (tx) => {
    await requireClientChange(tx, actor, clientId)
    const hints = { transcriptionLanguage: language, transcriptionTerms: terms }
    const change = tx
      .updateTable('client')
      .set((eb) => ({
        ...hints,
        transcriptionHintsVersion: eb('transcriptionHintsVersion', '+', 1),
      }))
      .where('id', '=', clientId)
      .$if(version !== undefined, (it) => it.where('transcriptionHintsVersion', '=', version ?? 0))
    if (!(await wasUpdated(change))) {
      const row = tx.selectFrom('client').select('id').where('id', '=', clientId)
      // Already saved: the first response may have been lost.
      if (!(await isUnchanged(row, hints))) throw staleError('client')
      return selectHints(tx, clientId)
    }
    await audit(tx, actor, {
      action: 'transcription-hints-set',
      table: 'client',
      rowId: clientId,
      clientId,
    })
    return selectHints(tx, clientId)
  })

/** Language: of the session, its client or the installation. Terms: of the client and the installation. */
export async function effectiveHints(
  db: Db,
  { transcriptionLanguage, transcriptionTerms }: Installation,
  { sessionId, language }: { sessionId: string; language: Language | null },
) {
  const client = await db
    .selectFrom('session')
    .innerJoin('client', 'client.id', 'session.clientId')
    .select([
      sql<Language | null>`client.transcription_language`.as('language'),
      'client.transcriptionTerms as terms',
    ])
    .where('session.id', '=', sessionId)
    .executeTakeFirst()
  return {
    language: language ?? client?.language ?? transcriptionLanguage ?? undefined,
    terms: [...new Set([...(client?.terms ?? []), ...transcriptionTerms])],
  }
}
