import {
  type Integration,
  switchIntegration,
  testIntegration,
} from '#contract/integrations/integrations.ts'
import { useApiMutation } from '#web/form/use-api-mutation.ts'
import { failedToast, testFailed } from './failed-toast.ts'
import { getProviderForm } from './provider-lookup.ts'
import { typeLabels } from './type-labels.ts'

export const useSwitch = () =>
  useApiMutation({
    mutationFn: ({ id, type }: Integration, call) =>
      call(switchIntegration, { params: { type, providerId: id } }),
    successToast: (active) => ({
      title: 'Provider activated',
      description: `${getProviderForm(active).label} is now used for ${typeLabels[active.type].inSentence}.`,
    }),
    errorToast: failedToast('Failed to activate provider.'),
  })

export const useTest = () =>
  useApiMutation({
    mutationFn: ({ id }: Integration, call) => call(testIntegration, { params: { id } }),
    successToast: ({ message }, integration) => ({
      title: `${getProviderForm(integration).label} works`,
      description: message,
    }),
    errorToast: testFailed,
  })
