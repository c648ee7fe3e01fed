import { type Integration, switchIntegration, testIntegration } from '#contract/integrations.ts'
import { useWrite } from '#web/form/use-write.ts'
import { failedToast, testFailed } from './failed-toast.ts'
import { getProviderForm } from './provider-lookup.ts'
import { typeLabels } from './type-labels.ts'

export const useSwitch = () =>
  useWrite({
    write: ({ id, type }: Integration, call) =>
      call(switchIntegration, { params: { type, providerId: id } }),
    done: (active) => ({
      title: 'Provider activated',
      description: `${getProviderForm(active).label} is now used for ${typeLabels[active.type].inSentence}.`,
    }),
    failed: failedToast('Failed to activate provider.'),
  })

export const useTest = () =>
  useWrite({
    write: ({ id }: Integration, call) => call(testIntegration, { params: { id } }),
    done: ({ message }, integration) => ({
      title: `${getProviderForm(integration).label} works`,
      description: message,
    }),
    failed: testFailed,
  })
