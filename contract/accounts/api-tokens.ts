import { z } from 'zod'
import { idOnly, line, rowId } from '../bounds.ts'
import { endpoint, type Endpoint, type Noun, getPolicy } from '../endpoint.ts'

/** What a token can be allowed to read or change. Logins, notifications and drafts belong to a person. */
export const tokenNouns = [
  'user',
  'coach',
  'client',
  'organization',
  'session',
  'questionnaire',
  'definition',
  'template',
  'execution',
  'message',
  'setting',
  'integration',
  'log',
] as const satisfies readonly Noun[]
export type TokenNoun = (typeof tokenNouns)[number]
/** Every change of these could give somebody a way in, so no token may make one. */
export const readOnlyNouns: readonly TokenNoun[] = [
  'user',
  'message',
  'setting',
  'integration',
  'log',
]

const access = z.enum(['read', 'write'])
export type TokenAccess = z.infer<typeof access>
const scopes = z.object(
  Object.fromEntries(tokenNouns.map((noun) => [noun, access.optional()])) as Record<
    TokenNoun,
    z.ZodOptional<typeof access>
  >,
)
/** By noun; `write` includes `read`. */
export type TokenScopes = z.infer<typeof scopes>

/** The scope that a call needs; undefined if no token may make it. */
export function getTokenScope(called: Endpoint) {
  const { shows, changes, isForPeopleOnly, isOwnAct } = called
  if (isForPeopleOnly || isOwnAct || getPolicy(called).isListening) return undefined
  const [noun] = shows ?? changes ?? []
  const known = tokenNouns.find((it) => it === noun)
  return known && { noun: known, access: shows ? ('read' as const) : ('write' as const) }
}

export const mayCall = (tokenScopes: TokenScopes, called: Endpoint) => {
  const scope = getTokenScope(called)
  const granted = scope && tokenScopes[scope.noun]
  return granted === 'write' || (granted !== undefined && granted === scope?.access)
}

export const maxTokens = 50
export const maxTokenDays = 365

export const apiToken = z.object({
  id: rowId(),
  name: z.string(),
  scopes,
  createdBy: z.string().nullable(),
  createdAt: z.string(),
  expiresAt: z.string(),
  /** Null: never. To within five minutes. */
  lastUsedAt: z.string().nullable(),
})
export type ApiToken = z.infer<typeof apiToken>

export const apiTokenForm = z.object({
  name: line(100).min(1, 'Name is required'),
  scopes: scopes.refine((it) => Object.keys(it).length > 0, 'Choose at least one permission'),
  days: z.number().int().min(1).max(maxTokenDays),
})

const system = { access: ['system_admin'], isForPeopleOnly: true } as const

export const listApiTokens = endpoint('GET /api/admin/api-tokens', {
  ...system,
  shows: ['api-token'],
  summary: 'API tokens of the installation, newest first, also expired ones',
  response: z.array(apiToken),
})

export const createApiToken = endpoint('POST /api/admin/api-tokens', {
  needsConfirmation: 'created an API token',
  ...system,
  changes: ['api-token'],
  summary:
    'Create an API token. It acts with the role of the signed-in administrator, within its scopes; the token itself is only in this response',
  errorCodes: ['conflict'],
  body: apiTokenForm,
  response: apiToken.extend({ token: z.string() }),
})

export const deleteApiToken = endpoint('DELETE /api/admin/api-tokens/{id}', {
  ...system,
  changes: ['api-token'],
  summary: 'Revoke an API token immediately',
  params: idOnly,
  response: z.object({}),
})
