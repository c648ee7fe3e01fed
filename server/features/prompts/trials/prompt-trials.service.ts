import type { z } from 'zod'
import {
  type Placeholder,
  placeholderNames,
  findUnknownPlaceholders,
} from '#contract/prompts/placeholders.ts'
import {
  type previewTemplate,
  maxShownValueCharacters,
  type tryTemplate,
} from '#contract/prompts/prompt-trials.ts'
import { requireSessionChange } from '../../../platform/access.ts'
import { findConsentRefusal } from '../../../platform/consent.ts'
import { auditOpening, auditPlan } from '../../audit/audit.ts'
import type { Db } from '../../../platform/db/db.ts'
import type { Deps } from '../../../deps.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Actor } from '../../../platform/http/mount.ts'
import { type Facts, getPromptFacts } from '../run/facts.ts'
import { findPlaceholderNames, formatValue } from '../run/placeholders.ts'
import { renderPrompt } from '../run/render-prompt.ts'
import { resolvePlaceholders } from '../run/resolve-placeholders.ts'
import { runPrompt } from '../run/run-prompt.ts'
import { findTrialVersion, getExecutionToTry, listAiProviders } from './prompt-trials.queries.ts'

type Needs = Pick<Deps, 'db' | 'providers' | 'installation' | 'announcements'>
type Trial = z.output<typeof previewTemplate.body>

export async function listTrialProviders(db: Db, actor: Actor, sessionId: string) {
  const { clientId } = await requireSessionChange(db, actor, sessionId)
  const providers = await listAiProviders(db)
  return Promise.all(
    providers.map(async (it) => ({
      ...it,
      blocked: await findConsentRefusal(db, clientId, 'ai_analysis', it.provider),
    })),
  )
}

/** The beginning of each value; null for one without a value. */
export async function placeholderValues(deps: Needs, actor: Actor, sessionId: string) {
  const facts = await getFacts(deps, actor, sessionId)
  const values = await resolvePlaceholders(placeholderNames, facts)
  await auditFacts(deps.db, actor, facts)
  return Object.fromEntries(
    [...placeholderNames].map((name) => [name, cutBeginning(formatValue(values[name]))]),
  )
}

/** Placeholders with the words of the session itself. */
const transcriptPlaceholders: ReadonlySet<Placeholder> = new Set([
  ...(['audioTranscript', 'sessionTranscript'] as const),
  ...(['transcribedTextRaw', 'transcribedTextScripted'] as const),
])

/** Renders prompts without calling a provider. Logged as opening the transcripts that the preview shows. */
export async function previewPrompts(deps: Needs, actor: Actor, trial: Trial) {
  const { facts, template } = await getTrial(deps, actor, trial)
  const prompts = [template.systemPrompt, template.userPromptTemplate]
  // The type only affects what the provider reads in addition to the prompts.
  const { prompt, missing } = await renderPrompt('diarization', template, facts)
  const hasOwnWords = [...findPlaceholderNames(...prompts)].some(
    (it) => transcriptPlaceholders.has(it) && !missing.includes(it),
  )
  await auditFacts(deps.db, actor, facts, hasOwnWords)
  return {
    systemPrompt: prompt.system,
    userPrompt: prompt.user,
    missing,
    unknown: [...new Set(prompts.flatMap(findUnknownPlaceholders))],
  }
}

/** Runs prompts and logs the execution. The session does not change. */
export async function tryPrompts(
  deps: Needs,
  actor: Actor,
  { integrationId, ...trial }: z.output<typeof tryTemplate.body>,
) {
  const { facts, template, replayOf } = await getTrial(deps, actor, trial)
  // Preparations are made from the plan and earlier sessions.
  if (!replayOf && !facts.audioTranscript && template.type !== 'session_preparation')
    throw new AppError('unprocessable', 'There is no transcript of this session yet.')
  if (integrationId && !(await listAiProviders(deps.db)).some(({ id }) => id === integrationId))
    throw new AppError('unprocessable', 'This AI provider no longer exists.')
  const answer = await runPrompt(deps, actor, {
    ...{ kind: replayOf ? 'replay' : 'try', replayOf, template, facts },
    ...(integrationId && { getProvider: () => deps.providers.of('ai_analysis', integrationId) }),
  })
  await auditFacts(deps.db, actor, facts)
  return answer
}

/** Throws conflict if what the execution sent, or the version, was deleted; unprocessable for a version of another type. */
async function getTrial(deps: Needs, actor: Actor, trial: Trial) {
  if ('sessionId' in trial) {
    const { sessionId, ...template } = trial
    const facts = await getFacts(deps, actor, sessionId)
    return { facts, template: { ...template, name: template.name || 'Not saved' } }
  }
  const original = await getExecutionToTry(deps.db, trial.executionId)
  const { id: replayOf, sessionId, audioTranscript, type } = original
  if (sessionId === null || audioTranscript === null)
    throw new AppError(
      'conflict',
      'This execution cannot be run again because its session was deleted.',
    )
  const version = await findTrialVersion(deps.db, trial.templateVersionId)
  if (!version)
    throw new AppError('conflict', 'This version no longer exists. Please choose another one.')
  // The type of a template can change.
  if (version.id !== original.templateVersionId && version.type !== type)
    throw new AppError('unprocessable', 'This version belongs to a different type of prompt.')
  const { id: versionId, templateId, templateName: name, ...prompts } = version
  const template = { ...prompts, type, name, versionId, id: templateId ?? undefined }
  return { facts: await getFacts(deps, actor, sessionId, audioTranscript), template, replayOf }
}

/** By default the transcript is that of the session. */
async function getFacts(
  { db, installation: { timeZone } }: Needs,
  actor: Actor,
  sessionId: string,
  audioTranscript?: string,
) {
  await requireSessionChange(db, actor, sessionId)
  const subject = { sessionId, audioTranscript: '', now: new Date(), timeZone }
  const facts = await getPromptFacts(db, subject)
  const { transcribedTextRaw: raw, transcribedTextScripted: conversation } = facts.session
  return { ...facts, audioTranscript: audioTranscript ?? raw ?? conversation ?? '' }
}

/** Audits the plan, and the sessions whose transcripts are shown, before the response. */
async function auditFacts(db: Db, actor: Actor, facts: Facts, hasOwnWords = true) {
  const { id, clientId, transcribedTextRaw, transcribedTextScripted } = facts.session
  const words = facts.audioTranscript || transcribedTextRaw || transcribedTextScripted
  await auditPlan(db, actor, clientId)
  await auditOpening(db, actor, {
    action: 'transcript-opened',
    table: 'session',
    clientId,
    rowIds: facts.mentionedSessions().filter((it) => it !== id || (words && hasOwnWords)),
  })
}

function cutBeginning(text: string | undefined) {
  if (text === undefined) return null
  if (text.length <= maxShownValueCharacters) return text
  // Does not split a surrogate pair.
  return `${text.slice(0, maxShownValueCharacters).replace(/[\uD800-\uDBFF]$/, '')}…`
}
