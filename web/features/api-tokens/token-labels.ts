import { type ApiToken, type TokenNoun, tokenNouns } from '#contract/api-tokens.ts'

export const nounLabels: Record<TokenNoun, string> = {
  user: 'Users',
  coach: 'Coaches',
  client: 'Clients and plans',
  organization: 'Organizations',
  session: 'Sessions and transcripts',
  questionnaire: 'Questionnaires',
  definition: 'Definitions',
  template: 'AI prompts',
  execution: 'AI executions',
  message: 'Messages',
  setting: 'Settings',
  integration: 'Integrations',
  log: 'Audit log',
}

/** 'Clients and plans: read · Organizations: read and write' */
export const formatScopes = (scopes: ApiToken['scopes']) =>
  tokenNouns
    .filter((noun) => scopes[noun])
    .map((noun) => `${nounLabels[noun]}: ${scopes[noun] === 'write' ? 'read and write' : 'read'}`)
    .join(' · ')
