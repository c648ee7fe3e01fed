import type { TemplateType } from '#contract/prompts.ts'
import type { Db } from '../db/db.ts'
import type { Queue } from '../db/queue.ts'
import type { Actor } from '../http/mount.ts'
import { newId } from '../ids.ts'

type Saved = { sessionId: string; types: readonly TemplateType[] }

/**
 * What runs of itself on the conversation that this transaction saves (server/ai/after-conversation.ts): once for each text
 * and type. Nothing where the conversation was taken away.
 */
export async function queueAfterConversation(
  tx: Db,
  queue: Queue,
  actor: Pick<Actor, 'userId' | 'originalUserId' | 'address'>,
  { sessionId, types }: Saved,
) {
  if (!types.length) return
  const { version, transcribedTextScripted } = await tx
    .selectFrom('session')
    .select(['version', 'transcribedTextScripted'])
    .where('id', '=', sessionId)
    .executeTakeFirstOrThrow()
  if (transcribedTextScripted === null) return
  const rows = await tx
    .insertInto('automaticRun')
    .values(
      types.map((templateType) => ({
        ...{ id: newId(), sessionId, templateType, conversationVersion: version },
        ...{ requestedBy: actor.userId, originalUserId: actor.originalUserId },
        address: actor.address,
      })),
    )
    .onConflict((on) =>
      on.columns(['sessionId', 'templateType', 'conversationVersion']).doNothing(),
    )
    .returning('id')
    .execute()
  for (const { id } of rows) await queue.add(tx, 'run-after-conversation', { runId: id })
}
