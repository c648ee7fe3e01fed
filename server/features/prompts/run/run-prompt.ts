import type { Deps } from '../../../deps.ts'
import type { Actor } from '../../../platform/http/mount.ts'
import { askProvider, type GetProvider } from './ask-provider.ts'
import type { Facts } from './facts.ts'
import { type Execution, logExecution, type PromptRun } from './log-execution.ts'
import { type Prompts, renderPrompt } from './render-prompt.ts'
import { runUnlessRefused } from './run-unless-refused.ts'

/** Empty for automatic runs. */
export type Asker = Partial<Pick<Actor, 'userId' | 'originalUserId' | 'address'>>

type Run = Pick<Execution, 'kind' | 'replayOf'> & {
  template: PromptRun & Prompts
  facts: Facts
  /** The active provider by default. */
  getProvider?: GetProvider
  timeoutMs?: number
  /** When aborted, nothing is logged and its reason is thrown. */
  signal?: AbortSignal
}

/**
 * Runs prompts on a session and logs the execution, also when it fails. The caller checks permissions. Throws unavailable when
 * the provider cannot be reached or takes too long, unprocessable when it rejects the prompt, and conflict when the client
 * refuses analysis, also meanwhile.
 */
export const runPrompt = (
  { db, providers }: Pick<Deps, 'db' | 'providers'>,
  actor: Asker,
  { getProvider = () => providers.active('ai_analysis'), timeoutMs, signal, ...run }: Run,
) =>
  runUnlessRefused(db, run.facts.session.clientId, async (refused) => {
    const rendered = await renderPrompt(run.template.type, run.template, run.facts)
    const asked = await askProvider(getProvider, rendered.prompt, {
      timeoutMs,
      signal: AbortSignal.any([refused, ...(signal ? [signal] : [])]),
    })
    refused.throwIfAborted()
    const executionId = await logExecution(db, actor, { ...run, ...rendered, ...asked })
    const { outcome, executionTimeMs } = asked
    if ('thrown' in outcome) throw outcome.thrown
    const { text: processedText, tokensUsed } = outcome
    return { executionId, processedText, executionTimeMs, tokensUsed, missing: rendered.missing }
  })
