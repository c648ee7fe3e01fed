import { type DefinitionDeletion, undoDefinitionDeletion } from '#contract/definitions.ts'
import { useWrite } from '#web/form/use-write.ts'

/** Takes a deletion back, as long as nothing is gone. */
export const useUndoDeletion = ({ id, name }: Pick<DefinitionDeletion, 'id' | 'name'>) =>
  useWrite({
    write: (_nothing: void, call) => call(undoDefinitionDeletion, { params: { id } }),
    done: () => ({ title: 'Deletion undone', description: `${name} is back in its place.` }),
    failed: 'Failed to undo the deletion.',
  })
