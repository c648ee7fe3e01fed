import { getTokenScope } from '#contract/accounts/api-tokens.ts'
import { type Access, type Endpoint, defaultBodyBytes } from '#contract/endpoint.ts'
import { statusByCode } from '#contract/errors.ts'
import product from '../../../../package.json' with { type: 'json' }
import { defaultTimeouts } from '../request-timeouts.ts'
import { endpoints } from './contract-exports.ts'
import { describeResponses, type Operation, describeRequest } from './operation.ts'
import { errorResponseWriter } from './error-responses.ts'
import { schemaWriter } from './schemas.ts'

/** Tag descriptions, one per contract file. */
const about: Record<string, string> = {
  account: "The signed-in user's own account",
  'value-history': 'Sources and earlier versions of the values of a plan',
  analysis: 'Values found by an analysis, and decisions on them',
  'analysis-quality': 'Analysis quality by prompt version and metric',
  analytics: 'Figures of organizations and of all clients',
  assessments: "A client's burnout risk by week",
  'assignment-changes': 'Assigning, changing and completing home assignments',
  assignments: 'Home assignments',
  'api-tokens': 'Tokens for programs that call the API',
  audit: 'Audit log',
  auth: 'Signing in and out',
  availability: 'Working hours, time off and own calendars of coaches',
  bookings: 'Clients move, cancel and book sessions',
  briefs: 'Summaries before a session',
  'calendar-feeds': 'Sessions in your own calendar app',
  clients: 'Clients of all coaches and of one',
  'coach-suggestions': 'Coaches who suit a client',
  'coaching-end': 'The end of a coaching, and what retention deletes after it',
  coaches: 'Coaches and their profiles',
  consents: 'What clients have agreed to',
  crm: 'Sync of organizations and coaches to a CRM',
  definitions: 'Metrics, session types, assignment types and their categories',
  'identity-providers': 'Identity providers (OpenID Connect)',
  integrations: 'Outside services, the active provider per type, and outbound calls',
  'session-requests': 'Requests of clients for other times',
  settings: 'Settings of the installation',
  trust: 'Public statements about privacy, from the settings in force',
  messages: 'Messages and their delivery status',
  'my-day': "A coach's day",
  'my-plan': "A client's own plan and family",
  'golden-transcripts': 'Made-up transcripts with expected results',
  'template-checks': 'Checks of templates on golden transcripts',
  'person-exports': 'An archive of everything about a person',
  erasures: 'Erasing a person, with a certificate',
  executions: 'Runs of prompts and their cost',
  notes: 'Private notes of coaches',
  feedback: 'How helpful clients found sessions',
  notices: 'Notifications',
  onboarding: 'Registration and forgotten passwords',
  'employee-list': 'The work addresses that may register with the onboarding link',
  'onboarding-link': 'The link by which employees of an organization register',
  organizations: 'Organizations and their onboarding links',
  'plan-events': 'Changes of an open plan',
  'plan-values': 'Metric values and assessments of a plan',
  'provider-sign-in': 'Signing in through an identity provider',
  prompts: 'AI prompt templates and running them',
  'prompt-trials': 'Trying prompts on a session or an earlier execution',
  questionnaires: 'Questionnaires, their scores, and safety marks',
  recordings: 'Videos of sessions and their upload',
  'recordings-move': 'Moving recordings to the active storage',
  'second-factor': 'Passkeys, authenticator app and recovery codes',
  security: 'Your own logins and second factors',
  'email-change': 'Changes of your own email, confirmed by a link',
  reports: 'Reports of quarters about an organization',
  retention: 'What a retention rule would delete',
  schedule: 'Scheduling the next session',
  'sent-data': 'What was sent about a client to outside services',
  'join-session': 'The room of a digital session',
  'session-removal': 'Cancelling and deleting sessions',
  sessions: "A client's plan and its sessions",
  'transcription-hints': 'Hints for transcribing recordings',
  transcriptions: 'Transcribing recordings',
  'transcription-callbacks': 'Calls by transcription services that have finished',
  webhooks: 'Calls to your own services when something happens',
  transcripts: 'Correcting, sharing and downloading transcripts',
  unsubscribe: 'Turning off a kind of email from a mail program',
  users: 'Accounts and impersonation',
}

/** Paragraphs of the API description. */
export const introduction = [
  'JSON over HTTP. Ids are UUIDs, times are ISO 8601 in UTC.',
  'Sign in with `POST /api/auth/login` and send the cookie with each request. Requests other than `GET` need an `Origin` ' +
    "header with the product's own address, which browsers add by themselves.",
  'Programs can send an API token instead (`Authorization: Bearer ...`), without `Origin`. Only operations that name a ' +
    'scope accept it.',
  'Operations that create something accept an `Idempotency-Key` header. If a response was lost, repeat the request with the ' +
    'same key: nothing is created twice.',
  `A JSON body may have ${defaultBodyBytes / 1024} kB (more where it holds a transcript) and must arrive within ` +
    `${defaultTimeouts.bodyMs / 1000} seconds.`,
  'Errors have the body `{ "error", "code", "fields"?, "requestId" }`. `error` is a sentence for people. ' +
    `\`code\` is one of ${Object.entries(statusByCode)
      .map(([code, status]) => `\`${code}\` (${status})`)
      .join(', ')}.`,
]

export type ApiDocument = ReturnType<typeof apiDocument>

/** The contract as OpenAPI 3.1. Operations and schemas are named after the contract's exports. */
export function apiDocument({ brandName, cookie }: { brandName: string; cookie: string }) {
  const { components: schemas, write } = schemaWriter()
  const { responses, errorResponses } = errorResponseWriter((schema) => write(schema, 'output'))
  const paths: Record<string, Record<string, Operation>> = {}
  for (const { name, noun, endpoint } of endpoints) {
    const operation: Operation = {
      operationId: name,
      tags: [noun],
      summary: endpoint.summary,
      description: [
        callers(endpoint.access),
        scopeSentence(endpoint),
        endpoint.isOwnAct && 'Not while signed in as somebody else.',
      ]
        .filter(Boolean)
        .join(' '),
      security: isOpen(endpoint.access) ? [] : [{ login: [] }, ...tokenSecurity(endpoint)],
      ...describeRequest(endpoint, write),
      responses: { ...describeResponses(endpoint, write), ...errorResponses(endpoint) },
    }
    ;(paths[endpoint.path] ??= {})[endpoint.method.toLowerCase()] = operation
  }
  return {
    openapi: '3.1.1',
    info: {
      title: `${brandName} API`,
      version: product.version,
      description: introduction.join('\n\n'),
      license: { name: product.license, identifier: product.license },
    },
    tags: [...new Set(endpoints.map(({ noun }) => noun))].map((name) => ({
      name,
      description: about[name],
    })),
    paths,
    components: { securitySchemes: { login: loginScheme(cookie), apiToken }, responses, schemas },
  }
}

/** Callable without a login. */
const isOpen = (access: Access) => access === 'public' || access === 'signed-webhook'

function callers(access: Access) {
  if (access === 'public') return 'Public.'
  if (access === 'signed-in') return 'For every signed-in user.'
  if (access === 'signed-webhook') return 'For the external service that signs the request.'
  return `For ${access.join(', ')}.`
}

function scopeSentence(endpoint: Endpoint) {
  const scope = tokenSecurity(endpoint).length ? getTokenScope(endpoint) : undefined
  return scope && `An API token needs the scope \`${scope.noun}: ${scope.access}\`.`
}

/** Only a system_admin can own an API token. */
const tokenSecurity = (endpoint: Endpoint) =>
  typeof endpoint.access !== 'string' &&
  endpoint.access.includes('system_admin') &&
  getTokenScope(endpoint)
    ? [{ apiToken: [] }]
    : []

const apiToken = { type: 'http', scheme: 'bearer', description: 'Created by `createApiToken`.' }

const loginScheme = (cookie: string) => ({
  type: 'apiKey',
  in: 'cookie',
  name: cookie,
  description: 'Set by `login`, cleared by `logout`.',
})
