import { getPromptFacts } from '../../prompts/run/facts.ts'
import { runPrompt } from '../../prompts/run/run-prompt.ts'
import { findConsentRefusal } from '../../../platform/consent.ts'
import type { Db } from '../../../platform/db/db.ts'
import type { Deps } from '../../../deps.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Actor } from '../../../platform/http/mount.ts'
import { openExecution } from '../executions.service.ts'
import {
  aiProviders,
  versionsToReplay,
  versionToReplay,
  executionToReplay,
} from './replay.queries.ts'

type Needs = Pick<Deps, 'db' | 'providers' | 'installation' | 'announcements'>
type ReplayOptions = { templateVersionId?: string | undefined; integrationId?: string | undefined }

export async function replayChoices(db: Db, id: string) {
  const { templateType, templateVersionId, clientId } = await executionToReplay(db, id)
  const [versions, providers] = await Promise.all([
    versionsToReplay(db, templateType, templateVersionId),
    aiProviders(db),
  ])
  const blockedOf = async (provider: string) =>
    clientId === null ? null : findConsentRefusal(db, clientId, 'ai_analysis', provider)
  return {
    versions,
    providers: await Promise.all(
      providers.map(async (it) => ({ ...it, blocked: await blockedOf(it.provider) })),
    ),
  }
}

/**
 * Runs an execution again with its original transcript; both are kept. Throws conflict if the session, transcript or
 * version was deleted, unprocessable for a version of another type or an unknown provider.
 */
export async function replay(
  deps: Needs,
  actor: Actor,
  id: string,
  { templateVersionId, integrationId }: ReplayOptions,
) {
  const { db, providers, installation } = deps
  const original = await executionToReplay(db, id)
  const { sessionId, audioTranscript } = original
  if (sessionId === null || audioTranscript === null)
    throw new AppError(
      'conflict',
      'This execution cannot be run again because its session was deleted.',
    )
  const template = await templateFor(db, original, templateVersionId)
  if (integrationId && !(await aiProviders(db)).some((it) => it.id === integrationId))
    throw new AppError('unprocessable', 'This AI provider no longer exists.')
  const facts = await getPromptFacts(db, {
    sessionId,
    audioTranscript,
    now: new Date(),
    timeZone: installation.timeZone,
  })
  const { executionId } = await runPrompt(deps, actor, {
    kind: 'replay',
    replayOf: id,
    template,
    facts,
    ...(integrationId && { getProvider: () => providers.of('ai_analysis', integrationId) }),
  })
  return openExecution(db, actor, executionId)
}

async function templateFor(
  db: Db,
  { templateVersionId: own, templateType: type }: Awaited<ReturnType<typeof executionToReplay>>,
  chosen: string | undefined,
) {
  const id = chosen ?? own
  const version = id && (await versionToReplay(db, id))
  if (!version)
    throw new AppError(
      'conflict',
      chosen
        ? 'This version no longer exists. Please choose another one.'
        : 'The original version was not saved. Please choose another one.',
    )
  // The type of a template can change.
  if (id !== own && version.type !== type)
    throw new AppError('unprocessable', 'This version belongs to a different type of prompt.')
  const { templateId, templateName: name, systemPrompt, userPromptTemplate } = version
  return {
    type,
    name,
    systemPrompt,
    userPromptTemplate,
    versionId: version.id,
    ...(templateId !== null && { id: templateId }),
  }
}
