import { line } from '../bounds.ts'
import { secretField, textField, type ProviderForms } from './fields.ts'

const about =
  'Learns the names, places and e-mail addresses of organizations and coaches, and never anything about a client.'

export const crmProviders = {
  pipedrive: {
    label: 'Pipedrive',
    about,
    fields: {
      apiToken: secretField('API token'),
      companyDomain: textField('Company domain', {
        hint: 'What stands before .pipedrive.com.',
        schema: line(63).regex(
          /^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/i,
          'Only what stands before .pipedrive.com',
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
        schema: line(20).regex(/^\d+$/, 'A number, as HubSpot shows it'),
      }),
    },
  },
  salesforce: {
    label: 'Salesforce',
    about,
    fields: {
      username: textField('Username'),
      password: secretField('Password'),
      securityToken: secretField('Security token'),
      instanceUrl: textField('Instance URL', {
        isAddress: true,
        hint: 'Such as https://maylab.my.salesforce.com.',
        schema: line(300).regex(
          /^https:\/\/[a-z0-9-]+(?:\.[a-z0-9-]+)*\.(?:salesforce|force)\.com\/?$/i,
          'An https address under salesforce.com or force.com',
        ),
      }),
      clientId: textField('Client ID', {
        isOptional: true,
        hint: 'Of a connected app. With it and its secret nobody logs in by password, which Salesforce ends in 2027.',
      }),
      clientSecret: secretField('Client secret', { isOptional: true }),
    },
  },
} as const satisfies ProviderForms
