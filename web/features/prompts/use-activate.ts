import { activateTemplate, type Template, templateTypeLabel } from '#contract/prompts.ts'
import { useWrite } from '#web/form/use-write.ts'

/** Makes a template the active one of its type; the one that was it until now is put out. */
export const useActivate = () =>
  useWrite({
    write: ({ id }: Template, call) => call(activateTemplate, { params: { id }, body: {} }),
    done: ({ name, type }) => ({
      title: 'AI prompt template activated',
      description: `${name} is used for ${templateTypeLabel[type].toLowerCase()} from now on.`,
    }),
    failed: 'Failed to activate AI prompt template',
  })
