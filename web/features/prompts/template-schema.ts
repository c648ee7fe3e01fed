import type { z } from 'zod'
import { unknownPlaceholdersError } from '#contract/placeholders.ts'
import { type Template, templateForm, type TemplateType } from '#contract/prompts.ts'

export type TemplateFields = z.input<typeof templateForm>

const prompts = ['systemPrompt', 'userPromptTemplate'] as const

/**
 * The contract's form, and that each prompt names known placeholders alone. One that is as it was is not looked through:
 * an older one may be wrong.
 */
export const templateSchema = (before?: Template) =>
  templateForm.superRefine((form, context) => {
    for (const name of prompts) {
      const fault = form[name] === before?.[name] ? undefined : unknownPlaceholdersError(form[name])
      if (fault) context.addIssue({ code: 'custom', path: [name], message: fault })
    }
  })

export const newTemplate = (type: TemplateType = 'diarization'): Required<TemplateFields> => ({
  name: '',
  type,
  version: '1',
  isActive: false,
  description: '',
  systemPrompt: '',
  userPromptTemplate: '',
})

type Text = Pick<Template, 'version' | 'systemPrompt' | 'userPromptTemplate'>

/** With the text that it has, or with another one. */
export const fieldsOf = (template: Template, text: Text = template): Required<TemplateFields> => ({
  name: template.name,
  type: template.type,
  version: text.version,
  isActive: template.isActive,
  description: template.description ?? '',
  systemPrompt: text.systemPrompt ?? '',
  userPromptTemplate: text.userPromptTemplate ?? '',
})
