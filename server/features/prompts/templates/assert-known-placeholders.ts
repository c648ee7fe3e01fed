import { unknownPlaceholdersError } from '#contract/prompts/placeholders.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Prompts } from '../run/render-prompt.ts'

const names = ['systemPrompt', 'userPromptTemplate'] as const

/**
 * Throws invalid if a prompt contains an unknown placeholder. Unchanged prompts are not checked, because stored ones may
 * predate this rule.
 */
export function assertKnownPlaceholders(prompts: Prompts, before?: Prompts) {
  const faults = names.flatMap((name) => {
    const fault =
      prompts[name] === before?.[name] ? undefined : unknownPlaceholdersError(prompts[name])
    return fault ? [[name, fault] as const] : []
  })
  const [first] = faults
  if (first) throw new AppError('invalid', `${first[1]}.`, Object.fromEntries(faults))
}
