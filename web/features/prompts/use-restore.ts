import { restoreTemplateVersion } from '#contract/prompts.ts'
import { useWrite, type Write } from '#web/form/use-write.ts'

/** The text to go back to, and the present one, which is the way forward again. */
type Restoration = { number: number; from: number }

/** Makes an older text the present one again, as a new text; the message offers to go forward again. */
export function useRestore(id: string) {
  const write: Write<Restoration, unknown>['write'] = ({ number }, call) =>
    call(restoreTemplateVersion, { params: { id, number }, body: {} })
  const failed = 'Failed to update AI prompt template'
  const forward = useWrite<Restoration>({
    write,
    done: (_, { number }) => ({ title: `Version ${number} restored` }),
    failed,
  })
  return useWrite<Restoration>({
    write,
    done: (_, { number, from }) => ({
      title: `Version ${number} restored`,
      action: { label: 'Undo', onPress: () => forward.run({ number: from, from: number }) },
    }),
    failed,
  })
}
