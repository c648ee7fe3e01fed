import { line } from '../../bounds.ts'
import { secretField, textField, type ProviderForms } from './fields.ts'

const about =
  'Receives the names, locations and email addresses of organizations and coaches, and never anything about a client.'

export const crmProviders = {
  pipedrive: {
    label: 'Pipedrive',
    about,
    fields: {
      apiToken: secretField('API token'),
      companyDomain: textField('Company domain', {
        isDestination: true,
        hint: 'The part before .pipedrive.com.',
        schema: line(63).regex(
          /^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/i,
          'Enter only the part before .pipedrive.com',
        ),
      }),
    },
  },
  hubspot: {
    label: 'HubSpot',
    about,
    fields: {
      accessToken: secretField('Access token'),
      portalId: textField('Portal ID', {
        isDestination: true,
        schema: line(20).regex(/^\d+$/, 'Enter the number shown in HubSpot'),
      }),
    },
  },
  salesforce: {
    label: 'Salesforce',
    about,
    fields: {
      username: textField('Username', { isDestination: true }),
      password: secretField('Password'),
      securityToken: secretField('Security token'),
      instanceUrl: textField('Instance URL', {
        isDestination: true,
        isAddress: true,
        hint: 'For example https://maylab.my.salesforce.com.',
        schema: line(300).regex(
          /^https:\/\/[a-z0-9-]+(?:\.[a-z0-9-]+)*\.(?:salesforce|force)\.com\/?$/i,
          'Enter an https address under salesforce.com or force.com',
        ),
      }),
      clientId: textField('Client ID', {
        isDestination: true,
        isOptional: true,
        hint: 'Of a connected app. With a client ID and secret no password is used; Salesforce ends password login in 2027.',
      }),
      clientSecret: secretField('Client secret', { isOptional: true }),
    },
  },
} as const satisfies ProviderForms
