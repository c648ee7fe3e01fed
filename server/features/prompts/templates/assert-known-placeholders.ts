import { unknownPlaceholdersError } from '#contract/placeholders.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Prompts } from '../run/render-prompt.ts'

const names = ['systemPrompt', 'userPromptTemplate'] as const

/**
 * Throws invalid where a prompt names a placeholder that nobody knows. One that stays as it was before is not looked
 * through: an older one may be wrong.
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
