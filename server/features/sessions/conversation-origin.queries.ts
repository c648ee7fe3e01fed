import { sql } from 'kysely'
import type { Db } from '../../platform/db/db.ts'
import { modelName } from '../../providers/llm/models/model-request.ts'
import { matchesVersion, type VersionedRow, wasUpdated } from '../../platform/db/row-version.ts'

const checkedNow = (userId: string) => ({
  conversationCheckedBy: userId,
  conversationCheckedAt: sql<string>`now()`,
})
const unchecked = { conversationCheckedBy: null, conversationCheckedAt: null }

export const noOrigin = { conversationMadeBy: null, conversationModel: null, ...unchecked }

/**
 * Columns of a conversation about to be saved: unchecked if it is exactly what a machine made, checked by its editor if it
 * was changed since. Empty where nothing changes.
 */
export async function findOrigin(tx: Db, sessionId: string, text: string, userId: string) {
  const before = await tx
    .selectFrom('session')
    .select('conversationMadeBy as madeBy')
    .select([
      sql<boolean>`transcribed_text_scripted is null`.as('isNew'),
      sql<boolean>`transcribed_text_scripted is not distinct from ${text}`.as('isUnchanged'),
    ])
    .where('id', '=', sessionId)
    .executeTakeFirstOrThrow()
  if (before.isUnchanged) return {}
  const made = await findMaker(tx, sessionId, text)
  if (made?.isUnedited) return { ...toColumns(made), ...unchecked }
  if (before.isNew) return made ? { ...toColumns(made), ...checkedNow(userId) } : {}
  return before.madeBy === null ? {} : checkedNow(userId)
}

type Maker = NonNullable<Awaited<ReturnType<typeof findMaker>>>

/** The run that made this text, or else the latest one. */
const findMaker = (tx: Db, sessionId: string, text: string) =>
  tx
    .selectFrom('execution')
    .select(['provider', 'model'])
    .select(sql<boolean>`output_data ->> 'processedText' = ${text}`.as('isUnedited'))
    .where('sessionId', '=', sessionId)
    .where('templateType', '=', 'diarization')
    .where('kind', '=', 'run')
    .where('isSuccess', '=', true)
    .where('outputData', 'is not', null)
    .orderBy('isUnedited', 'desc')
    .orderBy('executedAt', 'desc')
    .limit(1)
    .executeTakeFirst()

const toColumns = ({ provider, model }: Maker) =>
  provider === 'built_in'
    ? { conversationMadeBy: 'rules', conversationModel: null }
    : {
        conversationMadeBy: 'model',
        conversationModel: modelName(model, provider),
      }

/** False if the version has changed. */
export const confirmConversation = (tx: Db, read: VersionedRow, userId: string) =>
  wasUpdated(
    tx
      .updateTable('session')
      .set(checkedNow(userId))
      .where(matchesVersion(read))
      .where('conversationMadeBy', 'is not', null),
  )
