import { restoreTemplateVersion } from '#contract/prompts.ts'
import { useApiMutation, type ApiMutationOptions } from '#web/form/use-api-mutation.ts'

/** The text to go back to, and the present one, which is the way forward again. */
type Restoration = { number: number; from: number }

/** Makes an older text the present one again, as a new text; the message offers to go forward again. */
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
