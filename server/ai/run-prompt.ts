import { sql } from 'kysely'
import type { TemplateType } from '#contract/prompts.ts'
import { audit } from '../audit/audit.ts'
import type { Db } from '../db/db.ts'
import { storable } from '../db/storable.ts'
import { inTransaction } from '../db/transaction.ts'
import type { Deps } from '../deps.ts'
import { AppError } from '../errors.ts'
import type { Actor } from '../http/mount.ts'
import { newId } from '../ids.ts'
import { orAborted } from '../work/or-aborted.ts'
import { Rejected, Unavailable } from '../work/failures.ts'
import type { Completion, Prompt } from '../providers/llm/llm.ts'
import { fill, namesIn } from './placeholders.ts'
import { valuesOf } from './resolvers.ts'
import { factsOf } from './facts.ts'

/** Milliseconds after which a model has not answered. */
const answerMs = 120_000

type Template = {
  id: string
  name: string
  type: TemplateType
  systemPrompt: string
  userPromptTemplate: string
}
type Run = {
  template: Template
  sessionId: string
  clientId: string
  audioTranscript: string
}

/**
 * Runs a template on a session and logs the execution, also when it fails. The caller has checked who may.
 * Throws unavailable when the provider cannot be reached or takes over two minutes, unprocessable when it refuses.
 */
export async function runPrompt(
  { db, providers, config: { timeZone } }: Pick<Deps, 'db' | 'providers' | 'config'>,
  actor: Actor,
  run: Run,
  withinMs = answerMs,
) {
  const { template, sessionId, audioTranscript } = run
  const names = namesIn(template.systemPrompt, template.userPromptTemplate)
  const facts = await factsOf(db, { sessionId, audioTranscript, now: new Date(), timeZone })
  const values = await valuesOf(names, facts)
  const prompt = {
    type: template.type,
    system: fill(template.systemPrompt, values),
    user: fill(template.userPromptTemplate, values),
    input: { audioTranscript },
  }
  const startedAt = performance.now()
  const outcome = await outcomeOf(providers, prompt, withinMs)
  const executionId = await logExecution(db, actor, {
    ...run,
    outcome,
    executionTimeMs: Math.round(performance.now() - startedAt),
  })
  if ('thrown' in outcome) throw outcome.thrown
  return { executionId, processedText: outcome.text }
}

/** `sentence` is what the log keeps of a failure; of a bug it keeps no detail. */
type Outcome = Completion | { sentence: string; thrown: unknown }

async function outcomeOf(
  providers: Deps['providers'],
  prompt: Prompt,
  withinMs: number,
): Promise<Outcome> {
  const signal = AbortSignal.timeout(withinMs)
  const failed = (code: 'unavailable' | 'unprocessable', sentence: string) => ({
    sentence,
    thrown: new AppError(code, sentence),
  })
  try {
    const { adapter: llm } = await providers.active('ai_analysis')
    const { text, tokensUsed } = await orAborted(llm.complete(prompt, signal), signal)
    if (text.trim() === '') return failed('unprocessable', 'The AI provider gave an empty answer.')
    return { text: storable(text), tokensUsed }
  } catch (error) {
    if (error instanceof Rejected) return failed('unprocessable', error.message)
    if (signal.aborted)
      return failed(
        'unavailable',
        'The AI provider did not answer in time. Please try again in a moment.',
      )
    if (error instanceof Unavailable)
      return failed(
        'unavailable',
        'The AI provider cannot be reached. Please try again in a moment.',
      )
    return { sentence: 'Something went wrong on our side.', thrown: error }
  }
}

/**
 * The session or the template may be gone by now: the log outlives both. What was said does not outlive its session
 * (migration 0012 takes it out of what is logged already).
 */
async function logExecution(
  db: Db,
  actor: Actor,
  {
    template,
    sessionId,
    clientId,
    audioTranscript,
    outcome,
    executionTimeMs,
  }: Run & { outcome: Outcome; executionTimeMs: number },
) {
  const executionId = newId()
  const isSuccess = !('thrown' in outcome)
  await inTransaction(db, async (tx) => {
    // Held, so that it cannot go between this look and the end of the transaction.
    const session = await tx
      .selectFrom('session')
      .select('id')
      .where('id', '=', sessionId)
      .forKeyShare()
      .executeTakeFirst()
    await tx
      .insertInto('execution')
      .values({
        id: executionId,
        templateId: sql`(select id from template where id = ${template.id} for key share)`,
        templateType: template.type,
        templateName: template.name,
        isSuccess,
        executionTimeMs,
        sessionId: session?.id ?? null,
        contextId: clientId,
        inputData: session ? JSON.stringify({ audioTranscript, sessionId }) : null,
        outputData: session && isSuccess ? JSON.stringify({ processedText: outcome.text }) : null,
        errorMessage: isSuccess ? null : outcome.sentence,
        tokensUsed: isSuccess ? outcome.tokensUsed : null,
        requestedBy: actor.userId,
      })
      .execute()
    await audit(tx, actor, {
      action: 'template-executed',
      table: 'execution',
      rowId: executionId,
      clientId,
      details: { template: template.name, type: template.type, isSuccess },
    })
  })
  return executionId
}
