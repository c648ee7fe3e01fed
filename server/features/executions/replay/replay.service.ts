import { factsOf } from '../../prompts/run/facts.ts'
import { runPrompt } from '../../prompts/run/run-prompt.ts'
import type { Db } from '../../../platform/db/db.ts'
import type { Deps } from '../../../deps.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Actor } from '../../../platform/http/mount.ts'
import { openExecution } from '../executions.service.ts'
import { aiProviders, textsToReplay, textToReplay, toReplay } from './replay.queries.ts'

type Needs = Pick<Deps, 'db' | 'providers' | 'installation'>
type With = { templateVersionId?: string | undefined; integrationId?: string | undefined }

/** With what an execution can be run again. */
export async function replayChoices(db: Db, id: string) {
  const { templateType, templateVersionId } = await toReplay(db, id)
  const [texts, providers] = await Promise.all([
    textsToReplay(db, templateType, templateVersionId),
    aiProviders(db),
  ])
  return { texts, providers }
}

/**
 * Runs an execution again on its session, with what was said then, and keeps both. Throws conflict when the session, what
 * was said in it or the text is gone, unprocessable for a text of another type or an unknown provider.
 */
export async function replay(
  deps: Needs,
  actor: Actor,
  id: string,
  { templateVersionId, integrationId }: With,
) {
  const { db, providers, installation } = deps
  const original = await toReplay(db, id)
  const { sessionId, audioTranscript } = original
  if (sessionId === null || audioTranscript === null)
    throw new AppError(
      'conflict',
      'What was said went with its session: this execution cannot be run again.',
    )
  const template = await textOf(db, original, templateVersionId)
  if (integrationId && !(await aiProviders(db)).some((it) => it.id === integrationId))
    throw new AppError('unprocessable', 'There is no such AI provider any more.')
  const facts = await factsOf(db, {
    ...{ sessionId, audioTranscript },
    ...{ now: new Date(), timeZone: installation.timeZone },
  })
  const { executionId } = await runPrompt(deps, actor, {
    kind: 'replay',
    replayOf: id,
    template,
    facts,
    ...(integrationId && { whom: () => providers.of('ai_analysis', integrationId) }),
  })
  return openExecution(db, actor, executionId)
}

async function textOf(
  db: Db,
  { templateVersionId: own, templateType: type }: Awaited<ReturnType<typeof toReplay>>,
  chosen: string | undefined,
) {
  const id = chosen ?? own
  const text = id && (await textToReplay(db, id))
  if (!text)
    throw new AppError(
      'conflict',
      chosen
        ? 'This text of the prompt is gone. Please choose another one.'
        : 'The text that ran was not kept. Please choose another one.',
    )
  // Its template may be of another type by now.
  if (id !== own && text.type !== type)
    throw new AppError('unprocessable', 'This text is of another type of prompt.')
  const { templateId, templateName: name, systemPrompt, userPromptTemplate } = text
  return {
    ...{ type, name, systemPrompt, userPromptTemplate, versionId: text.id },
    ...(templateId !== null && { id: templateId }),
  }
}
