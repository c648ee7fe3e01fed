import { restoreTemplateVersion } from '#contract/prompts.ts'
import { useApiMutation, type ApiMutationOptions } from '#web/form/use-api-mutation.ts'

/** The version to restore, and the current one to undo that. */
type Restoration = { number: number; from: number }

/** Restores an older version as a new one; its toast offers an undo. */
export function useRestore(id: string) {
  const write: ApiMutationOptions<Restoration, unknown>['mutationFn'] = ({ number }, call) =>
    call(restoreTemplateVersion, { params: { id, number }, body: {} })
  const failed = 'Failed to update AI prompt template'
  const forward = useApiMutation<Restoration>({
    mutationFn: write,
    successToast: (_, { number }) => ({ title: `Version ${number} restored` }),
    errorToast: failed,
  })
  return useApiMutation<Restoration>({
    mutationFn: write,
    successToast: (_, { number, from }) => ({
      title: `Version ${number} restored`,
      action: { label: 'Undo', onPress: () => forward.run({ number: from, from: number }) },
    }),
    errorToast: failed,
  })
}
