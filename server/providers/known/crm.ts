import { crmProviders as forms } from '#contract/providers/crm.ts'
import { hubspot } from '../crm/hubspot.ts'
import { pipedrive } from '../crm/pipedrive.ts'
import { salesforce } from '../crm/salesforce.ts'
import type { ProvidersOf } from '../provider.ts'

export const crmProviders: ProvidersOf<'crm'> = {
  pipedrive: {
    ...forms.pipedrive,
    open: ({ apiToken = '', companyDomain = '' }, door) =>
      pipedrive({ apiToken, companyDomain }, door),
  },
  hubspot: {
    ...forms.hubspot,
    open: ({ accessToken = '' }, door) => hubspot({ accessToken }, door),
  },
  salesforce: {
    ...forms.salesforce,
    open: ({ clientId, clientSecret, ...settings }, door) => {
      const { username = '', password = '', securityToken = '', instanceUrl = '' } = settings
      const login = { username, password, securityToken, clientId, clientSecret }
      return salesforce({ ...login, instanceUrl: instanceUrl.replace(/\/$/, '') }, door)
    },
  },
}
