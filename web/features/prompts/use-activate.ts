import { activateTemplate, type Template, templateTypeLabel } from '#contract/prompts.ts'
import { useWrite } from '#web/form/use-write.ts'

type Activation = { template: Template; reason?: string }

/** Makes a template the active one of its type; the one that was it until now is put out. */
export const useActivate = (onSuccess: () => void) =>
  useWrite({
    write: ({ template: { id }, reason }: Activation, call) =>
      call(activateTemplate, { params: { id }, body: reason ? { reason } : {} }),
    done: ({ name, type }) => ({
      title: 'AI prompt template activated',
      description: `${name} is used for ${templateTypeLabel[type].toLowerCase()} from now on.`,
    }),
    failed: 'Failed to activate AI prompt template',
    onSuccess,
  })
