import {
  saveTemplateDraft,
  type Template,
  type TemplateVersion,
  updateTemplate,
} from '#contract/prompts.ts'
import type { Submission } from '#web/form/use-api-form.ts'
import type { Call } from '#web/form/use-api-mutation.ts'
import type { TemplateFields } from './template-schema.ts'

/**
 * Saves what was edited. Other prompts of the active template are not used at once: they are kept as a text that waits,
 * which is answered, so that it can be checked. It is kept first: another try, after the second call failed, finds the
 * template as it was read.
 */
export async function saveTemplate(
  template: Template,
  { fields, version: readVersion }: Submission<TemplateFields>,
  call: Call,
): Promise<TemplateVersion | undefined> {
  const { id, isActive } = template
  const { name, description, version, systemPrompt, userPromptTemplate } = fields
  const isSaid =
    systemPrompt === template.systemPrompt && userPromptTemplate === template.userPromptTemplate
  if (!isActive || isSaid) {
    await call(updateTemplate, { params: { id }, body: { ...fields, isActive, readVersion } })
    return undefined
  }
  const kept = await call(saveTemplateDraft, {
    params: { id },
    body: { version, systemPrompt, userPromptTemplate, readVersion },
  })
  if (name !== template.name || (description ?? '') !== (template.description ?? ''))
    await call(updateTemplate, { params: { id }, body: { name, description, readVersion } })
  return kept.isUsed ? undefined : kept
}
