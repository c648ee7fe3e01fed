import { tokenScopeOf } from '#contract/api-tokens.ts'
import { type Access, type Endpoint, defaultBodyBytes } from '#contract/endpoint.ts'
import { statusOf } from '#contract/errors.ts'
import { defaultTimeouts } from '../request-timeouts.ts'
import { endpoints } from './contract-exports.ts'
import { responsesOf, type Operation, requestOf } from './operation.ts'
import { errorResponseWriter } from './error-responses.ts'
import { schemaWriter } from './schemas.ts'

/** Tag descriptions, one per contract file. */
const about: Record<string, string> = {
  account: "The signed-in user's own account",
  'value-history': 'Sources and earlier versions of the values of a plan',
  analysis: 'Values found by an analysis, decisions on them, and refusals',
  'analysis-quality': 'Analysis quality by prompt version and metric',
  analytics: 'Figures of organizations and of all clients',
  assessments: "A client's burnout risk by week",
  'assignment-changes': 'Assigning, changing and completing home assignments',
  assignments: 'Home assignments',
  'api-tokens': 'Tokens for programs that call the API',
  audit: 'Audit log',
  auth: 'Signing in and out',
  briefs: 'Summaries before a session',
  clients: 'Clients of all coaches and of one',
  coaches: 'Coaches and their profiles',
  crm: 'Sync of organizations and coaches to a CRM',
  definitions: 'Metrics, session types, assignment types and their categories',
  integrations: 'Outside services, the active provider per type, and outbound calls',
  installation: 'Settings of the installation',
  messages: 'Messages and their delivery status',
  'my-day': "A coach's day",
  'my-plan': "A client's own plan and family",
  'golden-transcripts': 'Made-up transcripts with expected results',
  'template-checks': 'Checks of templates on golden transcripts',
  executions: 'Runs of prompts and their cost',
  notices: 'Notifications',
  onboarding: 'Registration and forgotten passwords',
  organizations: 'Organizations and their onboarding links',
  'plan-events': 'Changes of an open plan',
  'plan-values': 'Metric values and assessments of a plan',
  prompts: 'AI prompt templates and running them',
  'prompt-trials': 'Trying prompts on a session before saving them',
  questionnaires: 'Questionnaires, their scores, and safety marks',
  recordings: 'Videos of sessions and their upload',
  'recordings-move': 'Moving recordings to the active storage',
  schedule: 'Scheduling the next session',
  sessions: "A client's plan and its sessions",
  'transcription-hints': 'Hints for transcribing recordings',
  transcriptions: 'Transcribing recordings',
  webhooks: 'Webhooks of outside services',
  'outgoing-webhooks': 'Calls to your own services when something happens',
  transcripts: 'Correcting, sharing and downloading transcripts',
  users: 'Accounts and impersonation',
}

/** Paragraphs of the API description. */
export const introduction = [
  'JSON over HTTP, ids are UUID, instants are ISO 8601 in UTC.',
  'Sign in with `POST /api/auth/login` and send its cookie with each call. Calls other than `GET` must come from the ' +
    "product's own address: a program sends an `Origin` header with it, a browser does so by itself.",
  'A program can send an API token instead (`Authorization: Bearer ...`), which needs no `Origin`. An operation that names ' +
    'a scope can be called with it, all others cannot.',
  'What a call makes is made once for each `Idempotency-Key` (a header that such operations take): whoever had no answer ' +
    'sends the same again under the same key.',
  `A body of JSON has at most ${defaultBodyBytes / 1024} kB, more only where it holds a transcript, and arrives within ` +
    `${defaultTimeouts.bodyMs / 1000} seconds.`,
  'A refusal has the body `{ "error", "code", "fields"?, "requestId" }`; `error` is a sentence that a person can read. ' +
    `\`code\` is one of ${Object.entries(statusOf)
      .map(([code, status]) => `\`${code}\` (${status})`)
      .join(', ')}.`,
]

export type ApiDocument = ReturnType<typeof apiDocument>

/** The contract as OpenAPI 3.1. Operations and schemas are named after the contract's exports. */
export function apiDocument({ brandName, cookie }: { brandName: string; cookie: string }) {
  const { components: schemas, write } = schemaWriter()
  const { responses, refusals } = errorResponseWriter((schema) => write(schema, 'output'))
  const paths: Record<string, Record<string, Operation>> = {}
  for (const { name, noun, endpoint } of endpoints) {
    const operation: Operation = {
      operationId: name,
      tags: [noun],
      summary: endpoint.summary,
      description: [callers(endpoint.access), scopeSentence(endpoint)].filter(Boolean).join(' '),
      security: isOpen(endpoint.access) ? [] : [{ login: [] }, ...tokenSecurity(endpoint)],
      ...requestOf(endpoint, write),
      responses: { ...responsesOf(endpoint, write), ...refusals(endpoint) },
    }
    ;(paths[endpoint.path] ??= {})[endpoint.method.toLowerCase()] = operation
  }
  return {
    openapi: '3.1.1',
    info: {
      title: `${brandName} API`,
      version: '1',
      description: introduction.join('\n\n'),
      license: { name: 'Not licensed to others', identifier: 'LicenseRef-UNLICENSED' },
    },
    tags: [...new Set(endpoints.map(({ noun }) => noun))].map((name) => ({
      ...{ name, description: about[name] },
    })),
    paths,
    components: { securitySchemes: { login: loginScheme(cookie), apiToken }, responses, schemas },
  }
}

/** Callable without a login. */
const isOpen = (access: Access) => access === 'public' || access === 'signed-webhook'

function callers(access: Access) {
  if (access === 'public') return 'Open to anybody.'
  if (access === 'signed-in') return 'For everybody who is signed in.'
  if (access === 'signed-webhook') return 'For the outside service that signs it.'
  return `For ${access.join(', ')}.`
}

function scopeSentence(endpoint: Endpoint) {
  const scope = tokenSecurity(endpoint).length ? tokenScopeOf(endpoint) : undefined
  return scope && `An API token needs the scope \`${scope.noun}: ${scope.access}\`.`
}

/** Only a system_admin can own an API token. */
const tokenSecurity = (endpoint: Endpoint) =>
  typeof endpoint.access !== 'string' &&
  endpoint.access.includes('system_admin') &&
  tokenScopeOf(endpoint)
    ? [{ apiToken: [] }]
    : []

const apiToken = { type: 'http', scheme: 'bearer', description: 'Created by `createApiToken`.' }

const loginScheme = (cookie: string) => ({
  ...{ type: 'apiKey', in: 'cookie', name: cookie },
  description: 'Set by `login`, taken away by `logout`.',
})
