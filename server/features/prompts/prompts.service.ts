import { staffTemplateTypes } from '#contract/prompts/prompts.ts'
import { isSystemAdmin } from '#contract/roles.ts'
import { requireSessionChange } from '../../platform/access.ts'
import { getPromptFacts } from './run/facts.ts'
import { runPrompt } from './run/run-prompt.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../platform/errors.ts'
import type { Actor } from '../../platform/http/mount.ts'
import { getRunnableTemplate } from './prompts.queries.ts'

/** Runs a template on a session of a client whom the actor may access. Which ones: docs/product.md, "Access". */
export async function executeTemplate(
  deps: Pick<Deps, 'db' | 'providers' | 'installation' | 'announcements'>,
  actor: Actor,
  {
    templateId,
    inputData: { sessionId, audioTranscript },
  }: { templateId: string; inputData: { sessionId: string; audioTranscript: string } },
) {
  const template = await getRunnableTemplate(deps.db, templateId)
  if (!isSystemAdmin(actor)) {
    if (!staffTemplateTypes.includes(template.type))
      throw new AppError('not-allowed', 'Only system administrators can run this template.')
    if (!template.isActive)
      throw new AppError('not-allowed', 'This template is not active. Please reload the page.')
  }
  await requireSessionChange(deps.db, actor, sessionId)
  const { timeZone } = deps.installation
  const facts = await getPromptFacts(deps.db, {
    sessionId,
    audioTranscript,
    now: new Date(),
    timeZone,
  })
  return runPrompt(deps, actor, { kind: 'run', template, facts })
}
