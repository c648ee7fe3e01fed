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
import { auditOpening, auditPlan } from '../../audit/audit.ts'
import type { Deps } from '../../../deps.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Actor } from '../../../platform/http/mount.ts'
import { type Facts, getPromptFacts } from '../run/facts.ts'
import { findPlaceholderNames, formatValue } from '../run/placeholders.ts'
import { renderPrompt } from '../run/render-prompt.ts'
import { resolvePlaceholders } from '../run/resolve-placeholders.ts'
import { runPrompt } from '../run/run-prompt.ts'

type Needs = Pick<Deps, 'db' | 'providers' | 'installation' | 'announcements'>

/** The beginning of each value; null for one without a value. */
export const placeholderValues = (deps: Needs, actor: Actor, sessionId: string) =>
  about(deps, actor, sessionId, async (facts) => {
    const values = await resolvePlaceholders(placeholderNames, facts)
    return Object.fromEntries(
      [...placeholderNames].map((name) => [name, cutBeginning(formatValue(values[name]))]),
    )
  })

/** Placeholders with the words of the session itself. */
const transcriptPlaceholders: ReadonlySet<Placeholder> = new Set([
  ...(['audioTranscript', 'sessionTranscript'] as const),
  ...(['transcribedTextRaw', 'transcribedTextScripted'] as const),
])

/** Renders prompts without calling a provider. Logged as opening the transcripts that the preview shows. */
export const previewPrompts = (
  deps: Needs,
  actor: Actor,
  { sessionId, ...prompts }: z.output<typeof previewTemplate.body>,
) => {
  const names = [...findPlaceholderNames(prompts.systemPrompt, prompts.userPromptTemplate)]
  const preview = async (facts: Facts) => {
    // The type only affects what the provider reads in addition to the prompts.
    const { prompt, missing } = await renderPrompt('diarization', prompts, facts)
    const unknown = [
      ...findUnknownPlaceholders(prompts.systemPrompt),
      ...findUnknownPlaceholders(prompts.userPromptTemplate),
    ]
    return {
      systemPrompt: prompt.system,
      userPrompt: prompt.user,
      missing,
      unknown: [...new Set(unknown)],
    }
  }
  return about(deps, actor, sessionId, preview, ({ missing }) =>
    names.some((it) => transcriptPlaceholders.has(it) && !missing.includes(it)),
  )
}

/** Runs prompts that are not saved, and logs the execution. The session does not change. */
export const tryPrompts = (
  deps: Needs,
  actor: Actor,
  { sessionId, name, type, ...prompts }: z.output<typeof tryTemplate.body>,
) =>
  about(deps, actor, sessionId, async (facts) => {
    // Preparations are made from the plan and earlier sessions.
    if (!facts.audioTranscript && type !== 'session_preparation')
      throw new AppError('unprocessable', 'There is no transcript of this session yet.')
    const template = { ...prompts, name: name || 'Not saved', type }
    return runPrompt(deps, actor, { kind: 'try', template, facts })
  })

/** Audits the plan, and the sessions whose transcripts are shown, before the response. */
async function about<T>(
  { db, installation: { timeZone } }: Needs,
  actor: Actor,
  sessionId: string,
  answer: (facts: Facts) => Promise<T>,
  hasOwnWords: (result: T) => boolean = () => true,
) {
  await requireSessionChange(db, actor, sessionId)
  const read = await getPromptFacts(db, {
    sessionId,
    audioTranscript: '',
    now: new Date(),
    timeZone,
  })
  const { transcribedTextRaw: raw, transcribedTextScripted: conversation, clientId } = read.session
  const facts = { ...read, audioTranscript: raw ?? conversation ?? '' }
  const result = await answer(facts)
  await auditPlan(db, actor, clientId)
  await auditOpening(db, actor, {
    action: 'transcript-opened',
    table: 'session',
    clientId,
    rowIds: facts
      .mentionedSessions()
      .filter((id) => id !== sessionId || (facts.audioTranscript !== '' && hasOwnWords(result))),
  })
  return result
}

function cutBeginning(text: string | undefined) {
  if (text === undefined) return null
  if (text.length <= maxShownValueCharacters) return text
  // Does not split a surrogate pair.
  return `${text.slice(0, maxShownValueCharacters).replace(/[\uD800-\uDBFF]$/, '')}…`
}
