import { type ApiToken, type TokenNoun, tokenNouns } from '#contract/accounts/api-tokens.ts'

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

const accessLabels = { read: 'Read', write: 'Read and write' }

/** 'Read: Users, Organizations · Read and write: Clients and plans' */
export const formatScopes = (scopes: ApiToken['scopes']) =>
  (['read', 'write'] as const)
    .map((access) => ({ access, nouns: tokenNouns.filter((noun) => scopes[noun] === access) }))
    .filter(({ nouns }) => nouns.length > 0)
    .map(
      ({ access, nouns }) =>
        `${accessLabels[access]}: ${nouns.map((it) => nounLabels[it]).join(', ')}`,
    )
    .join(' · ')
