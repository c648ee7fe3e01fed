import { crmProviders as forms } from '#contract/providers/crm.ts'
import { hubspot } from '../crm/hubspot.ts'
import { pipedrive } from '../crm/pipedrive.ts'
import { salesforce } from '../crm/salesforce.ts'
import type { ProvidersOf } from '../provider.ts'

export const crmProviders: ProvidersOf<'crm'> = {
  pipedrive: {
    ...forms.pipedrive,
    open: ({ apiToken = '', companyDomain = '' }, outboundClient) =>
      pipedrive({ apiToken, companyDomain }, outboundClient),
  },
  hubspot: {
    ...forms.hubspot,
    open: ({ accessToken = '' }, outboundClient) => hubspot({ accessToken }, outboundClient),
  },
  salesforce: {
    ...forms.salesforce,
    open: ({ clientId, clientSecret, ...settings }, outboundClient) => {
      const { username = '', password = '', securityToken = '', instanceUrl = '' } = settings
      const login = { username, password, securityToken, clientId, clientSecret }
      return salesforce({ ...login, instanceUrl: instanceUrl.replace(/\/$/, '') }, outboundClient)
    },
  },
}
