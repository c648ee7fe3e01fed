import { sql } from 'kysely'
import type { TemplateType } from '#contract/prompts/prompts.ts'
import { audit } from '../../audit/audit.ts'
import type { Db } from '../../../platform/db/db.ts'
import { toStorableText } from '../../../platform/db/storable-values.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import type { Actor } from '../../../platform/http/mount.ts'
import { newId } from '../../../platform/ids.ts'
import type { ProviderAnswer } from './ask-provider.ts'
import type { Facts } from './facts.ts'
import type { Rendered } from './render-prompt.ts'
import { lockExistingSessions } from './lock-sessions.queries.ts'

/** A saved version, or unsaved prompts with only a name and type. */
export type PromptRun = {
  id?: string
  versionId?: string
  name: string
  type: TemplateType
}

export type Execution = Rendered &
  ProviderAnswer & {
    kind: 'run' | 'try' | 'replay'
    replayOf?: string
    template: PromptRun
    facts: Pick<Facts, 'session' | 'audioTranscript' | 'mentionedSessions' | 'includesNotes'>
  }

/**
 * Stores prompts and answer, unless private notes are in them. Session, template and version may have been deleted. The content is not stored if a
 * mentioned session was deleted (trigger erase_in_later_sessions).
 */
export async function logExecution(
  db: Db,
  actor: Partial<Pick<Actor, 'userId' | 'originalUserId' | 'address'>>,
  it: Execution,
) {
  const executionId = newId()
  const { kind, template, outcome } = it
  const { id: sessionId, clientId } = it.facts.session
  const answer = 'thrown' in outcome ? undefined : outcome
  const spent = 'thrown' in outcome ? outcome.spent : outcome
  await inTransaction(db, async (tx) => {
    const mentioned = it.facts.mentionedSessions()
    const existing = await lockExistingSessions(tx, mentioned)
    const { includesNotes } = it.facts
    const isStored = existing.size === mentioned.length && !includesNotes
    await tx
      .insertInto('execution')
      .values({
        id: executionId,
        kind,
        templateId: existingId('template', template.id),
        templateVersionId: existingId('template_version', template.versionId),
        replayOf: existingId('execution', it.replayOf),
        templateType: template.type,
        templateName: template.name,
        isSuccess: answer !== undefined,
        executionTimeMs: it.executionTimeMs,
        sessionId: existing.has(sessionId) ? sessionId : null,
        // The client may have been erased meanwhile.
        contextId: sql`(select id::text from client where id = ${clientId} for key share)`,
        mentionedSessions: mentioned.filter((id) => id !== sessionId),
        inputData: isStored ? JSON.stringify(sent(it)) : null,
        outputData: isStored && answer ? JSON.stringify({ processedText: answer.text }) : null,
        errorMessage: 'sentence' in outcome ? outcome.sentence : null,
        provider: it.provider,
        model: shortName(spent?.model),
        requestId: shortName(spent?.requestId),
        tokensUsed: spent?.tokensUsed ?? null,
        tokensIn: spent?.tokensIn ?? null,
        tokensOut: spent?.tokensOut ?? null,
        chunks: spent?.chunks ?? null,
        missing: it.missing,
        requestedBy: actor.userId ?? null,
      })
      .execute()
    await audit(tx, actor, {
      action: 'template-executed',
      table: 'execution',
      rowId: executionId,
      clientId,
      details: {
        ...{ kind, template: template.name, type: template.type, isSuccess: !!answer },
        ...(includesNotes && { includesNotes }),
      },
    })
  })
  return executionId
}

/** The two fields of the request, and the rendered prompt. */
const sent = ({
  facts: { audioTranscript, session },
  prompt: { system, user, input },
}: Pick<Execution, 'facts' | 'prompt'>) => {
  const { audioTranscript: _sent, ...others } = input
  return {
    audioTranscript,
    sessionId: session.id,
    systemPrompt: system,
    userPrompt: user,
    ...(Object.keys(others).length && { input: others }),
  }
}

/** The id if the row still exists, locked until commit. */
const existingId = (
  table: 'template' | 'template_version' | 'execution',
  id = null as string | null,
) => sql<string | null>`(select id from ${sql.table(table)} where id = ${id} for key share)`

const maxNameCharacters = 200
/** Name of a model or request id from a service. */
export const shortName = (name: string | null | undefined) =>
  name ? toStorableText(name).slice(0, maxNameCharacters).toWellFormed() : null
