import type { z } from 'zod'
import { placeholderNames, unknownIn } from '#contract/placeholders.ts'
import {
  type previewTemplate,
  shownValueCharacters,
  type tryTemplate,
} from '#contract/prompt-trials.ts'
import { requireSessionChange } from '../access.ts'
import { auditOpening } from '../audit/audit.ts'
import type { Deps } from '../deps.ts'
import { AppError } from '../errors.ts'
import type { Actor } from '../http/mount.ts'
import { type Facts, factsOf } from './facts.ts'
import { textOf } from './placeholders.ts'
import { renderPrompt } from './render-prompt.ts'
import { valuesOf } from './resolvers.ts'
import { runPrompt } from './run-prompt.ts'

type Needs = Pick<Deps, 'db' | 'providers' | 'installation'>

/** The beginning of each value; null for one that has none. */
export const placeholderValues = (deps: Needs, actor: Actor, sessionId: string) =>
  about(deps, actor, sessionId, async (facts) => {
    const values = await valuesOf(placeholderNames, facts)
    return Object.fromEntries(
      [...placeholderNames].map((name) => [name, beginningOf(textOf(values[name]))]),
    )
  })

/** Nobody is asked, and nothing is logged but that the transcript was opened. */
export const previewPrompts = (
  deps: Needs,
  actor: Actor,
  { sessionId, ...prompts }: z.output<typeof previewTemplate.body>,
) =>
  about(deps, actor, sessionId, async (facts) => {
    // The type only says what a provider would read beside the prompts.
    const { prompt, missing } = await renderPrompt('diarization', prompts, facts)
    const unknown = [...unknownIn(prompts.systemPrompt), ...unknownIn(prompts.userPromptTemplate)]
    return {
      systemPrompt: prompt.system,
      userPrompt: prompt.user,
      missing,
      unknown: [...new Set(unknown)],
    }
  })

/** An execution as any other, of prompts that no template has; the session stays as it is. */
export const tryPrompts = (
  deps: Needs,
  actor: Actor,
  { sessionId, name, type, ...prompts }: z.output<typeof tryTemplate.body>,
) =>
  about(deps, actor, sessionId, async (facts) => {
    if (!facts.audioTranscript)
      throw new AppError('unprocessable', 'There is no transcript of this session yet.')
    const template = { ...prompts, name: name || 'Not saved', type }
    return runPrompt(deps, actor, { kind: 'try', template, facts })
  })

/** What is told of a session in words is in the audit log before it is answered. */
async function about<T>(
  { db, installation: { timeZone } }: Needs,
  actor: Actor,
  sessionId: string,
  tell: (facts: Facts) => Promise<T>,
) {
  await requireSessionChange(db, actor, sessionId)
  const read = await factsOf(db, { sessionId, audioTranscript: '', now: new Date(), timeZone })
  const { transcribedTextRaw: raw, transcribedTextScripted: conversation } = read.session
  const facts = { ...read, audioTranscript: raw ?? conversation ?? '' }
  // Of this one there may be no words yet.
  const opened = () =>
    auditOpening(db, actor, {
      ...{ action: 'transcript-opened', table: 'session', clientId: facts.session.clientId },
      rowIds: facts.told().filter((id) => id !== sessionId || facts.audioTranscript),
    })
  await opened()
  const told = await tell(facts)
  await opened()
  return told
}

function beginningOf(text: string | undefined) {
  if (text === undefined) return null
  if (text.length <= shownValueCharacters) return text
  // Not in the middle of a character.
  return `${text.slice(0, shownValueCharacters).replace(/[\uD800-\uDBFF]$/, '')}…`
}
