import {
  saveTemplateDraft,
  type Template,
  type TemplateVersion,
  updateTemplate,
} from '#contract/prompts/prompts.ts'
import type { Submission } from '#web/form/use-api-form.ts'
import type { Call } from '#web/form/use-api-mutation.ts'
import type { TemplateFields } from './template-schema.ts'

/**
 * Saves the edited fields. Changed prompts of the active template are saved as a draft, which is returned, so that it can
 * be checked before its use. The draft is saved first, because that does not change the template's version: a retry after
 * the second call failed does not conflict.
 */
export async function saveTemplate(
  template: Template,
  { fields, version: readVersion }: Submission<TemplateFields>,
  call: Call,
): Promise<TemplateVersion | undefined> {
  const { id, isActive } = template
  const { name, description, version, systemPrompt, userPromptTemplate } = fields
  const isUnchanged =
    systemPrompt === template.systemPrompt && userPromptTemplate === template.userPromptTemplate
  if (!isActive || isUnchanged) {
    await call(updateTemplate, { params: { id }, body: { ...fields, isActive, readVersion } })
    return undefined
  }
  const draft = await call(saveTemplateDraft, {
    params: { id },
    body: { version, systemPrompt, userPromptTemplate, readVersion },
  })
  if (name !== template.name || (description ?? '') !== (template.description ?? ''))
    await call(updateTemplate, { params: { id }, body: { name, description, readVersion } })
  return draft.isUsed ? undefined : draft
}
