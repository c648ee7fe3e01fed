import type { z } from 'zod'
import { unknownPlaceholdersError } from '#contract/prompts/placeholders.ts'
import { type Template, templateForm, type TemplateType } from '#contract/prompts/prompts.ts'

export type TemplateFields = z.input<typeof templateForm>

const prompts = ['systemPrompt', 'userPromptTemplate'] as const

/** Also rejects unknown placeholders, except in unchanged prompts, because older ones may contain some. */
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

type Version = Pick<Template, 'version' | 'systemPrompt' | 'userPromptTemplate'>

/** The form values of a template, optionally with the prompts of another version. */
export const toFields = (
  template: Template,
  version: Version = template,
): Required<TemplateFields> => ({
  name: template.name,
  type: template.type,
  version: version.version,
  isActive: template.isActive,
  description: template.description ?? '',
  systemPrompt: version.systemPrompt ?? '',
  userPromptTemplate: version.userPromptTemplate ?? '',
})
