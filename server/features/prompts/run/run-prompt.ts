import type { Deps } from '../../../deps.ts'
import { requireAllowed } from '../../../platform/consent.ts'
import { AppError } from '../../../platform/errors.ts'
import { whileAllowed } from '../../../platform/while-allowed.ts'
import type { Actor } from '../../../platform/http/mount.ts'
import { askProvider, type GetProvider } from './ask-provider.ts'
import type { Facts } from './facts.ts'
import { type Execution, logExecution, type PromptRun } from './log-execution.ts'
import { type Prompts, renderPrompt } from './render-prompt.ts'

/** For jobs that run a prompt: tried again while the provider is unreachable. */
export const promptRetries = {
  attempts: 5,
  isPermanent: (error: unknown) => !(error instanceof AppError && error.code === 'unavailable'),
}

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
 * the provider cannot be reached or takes too long, unprocessable when it rejects the prompt, and no-consent, also when consent is
 * withdrawn meanwhile.
 */
export async function runPrompt(
  { db, providers, announcements }: Pick<Deps, 'db' | 'providers' | 'announcements'>,
  actor: Asker,
  { getProvider = () => providers.active('ai_analysis'), timeoutMs, signal, ...run }: Run,
) {
  const { clientId } = run.facts.session
  const finding = getProvider()
  // Without a provider the run fails, which is logged.
  const provider = await finding.then(
    (found) => found.provider,
    () => 'built_in',
  )
  const requireStill = () => requireAllowed(db, { clientId }, 'ai_analysis', provider)
  return whileAllowed(announcements, requireStill, async (_consent, withdrawn) => {
    const rendered = await renderPrompt(run.template.type, run.template, run.facts)
    const asked = await askProvider(() => finding, rendered.prompt, {
      timeoutMs,
      signal: AbortSignal.any([withdrawn, ...(signal ? [signal] : [])]),
    })
    await requireStill()
    const executionId = await logExecution(db, actor, { ...run, ...rendered, ...asked })
    const { outcome, executionTimeMs } = asked
    if ('thrown' in outcome) throw outcome.thrown
    const { text: processedText, tokensUsed } = outcome
    const { missing, prompt } = rendered
    return { executionId, processedText, executionTimeMs, tokensUsed, missing, prompt }
  })
}
