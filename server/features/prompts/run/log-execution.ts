import { sql } from 'kysely'
import type { TemplateType } from '#contract/prompts.ts'
import { audit } from '../../audit/audit.ts'
import type { Db } from '../../../platform/db/db.ts'
import { toStorableText } from '../../../platform/db/storable-text.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import type { Actor } from '../../../platform/http/mount.ts'
import { newId } from '../../../platform/ids.ts'
import type { ProviderAnswer } from './ask-provider.ts'
import type { Facts } from './facts.ts'
import type { Rendered } from './render-prompt.ts'
import { lockExistingSessions } from './lock-sessions.queries.ts'

/** What ran: a text that is kept, or one that nobody saved, which has a name and a type alone. */
export type PromptRun = {
  id?: string
  /** Of the text that ran (`template_version`). */
  versionId?: string
  name: string
  type: TemplateType
}

export type Execution = Rendered &
  ProviderAnswer & {
    kind: 'run' | 'try' | 'replay'
    /** The execution that is run again. */
    replayOf?: string
    template: PromptRun
    facts: Pick<Facts, 'session' | 'audioTranscript' | 'mentionedSessions'>
  }

/**
 * Keeps what was sent, as it was sent, and what came back. The session, the template and its text may be gone by now:
 * the log outlives them. What was said does not outlive its session, be it an earlier one (trigger erase_in_later_sessions).
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
    const isComplete = existing.size === mentioned.length
    await tx
      .insertInto('execution')
      .values({
        id: executionId,
        kind,
        templateId: held('template', template.id),
        templateVersionId: held('template_version', template.versionId),
        replayOf: held('execution', it.replayOf),
        templateType: template.type,
        templateName: template.name,
        isSuccess: answer !== undefined,
        executionTimeMs: it.executionTimeMs,
        sessionId: existing.has(sessionId) ? sessionId : null,
        contextId: clientId,
        mentionedSessions: mentioned.filter((id) => id !== sessionId),
        inputData: isComplete ? JSON.stringify(sent(it)) : null,
        outputData: isComplete && answer ? JSON.stringify({ processedText: answer.text }) : null,
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
      details: { kind, template: template.name, type: template.type, isSuccess: !!answer },
    })
  })
  return executionId
}

/** The specified two, and the prompt as it was, by which the same can be asked again. */
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

/** Its id while it is there, and it stays until the execution is. */
const held = (table: 'template' | 'template_version' | 'execution', id = null as string | null) =>
  sql<string | null>`(select id from ${sql.table(table)} where id = ${id} for key share)`

/** Characters of what a service calls its model and a call. */
const nameCharacters = 200
/** As much of it as is kept. */
export const shortName = (name: string | null | undefined) =>
  name ? toStorableText(name).slice(0, nameCharacters).toWellFormed() : null
