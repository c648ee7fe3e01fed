import { crmProviders as forms } from '#contract/integrations/providers/crm.ts'
import { hubspot } from '../crm/hubspot.ts'
import { pipedrive } from '../crm/pipedrive.ts'
import { salesforce } from '../crm/salesforce.ts'
import type { ProvidersOf } from '../provider.ts'

export const crmProviders: ProvidersOf<'crm'> = {
  pipedrive: { ...forms.pipedrive, open: pipedrive },
  hubspot: { ...forms.hubspot, open: hubspot },
  salesforce: { ...forms.salesforce, open: salesforce },
}
