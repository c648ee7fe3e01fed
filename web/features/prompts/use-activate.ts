import {
  activateTemplate,
  restoreTemplateVersion,
  type Template,
  templateTypeLabel,
} from '#contract/prompts.ts'
import { useApiMutation } from '#web/form/use-api-mutation.ts'

type Activation = {
  template: Template
  /** The version to use; the current one if missing. */
  number?: number | undefined
  reason?: string
}

/** Activates a template, or one of its versions, in place of the active one. */
export const useActivate = (onSuccess: () => void) =>
  useApiMutation({
    mutationFn: ({ template: { id }, number, reason }: Activation, call) => {
      const body = reason ? { reason } : {}
      return number === undefined
        ? call(activateTemplate, { params: { id }, body })
        : call(restoreTemplateVersion, { params: { id, number }, body })
    },
    successToast: ({ name, type }, { number }) =>
      number === undefined
        ? {
            title: 'AI prompt template activated',
            description: `${name} is now used for ${templateTypeLabel[type].toLowerCase()}.`,
          }
        : {
            title: `Version ${number} is now in use`,
            description: name,
          },
    errorToast: 'Failed to activate AI prompt template',
    onSuccess,
  })
