import { type Access, usualBodyBytes } from '#contract/endpoint.ts'
import { statusOf } from '#contract/errors.ts'
import { defaultTimeouts } from '../request-timeouts.ts'
import { endpoints } from './contract-exports.ts'
import { responsesOf, type Operation, requestOf } from './operation.ts'
import { errorResponseWriter } from './error-responses.ts'
import { schemaWriter } from './schemas.ts'

/** What each file of the contract is about: the groups of the description. */
const about: Record<string, string> = {
  account: 'The account of the signed-in user',
  'value-history': 'Where a value of a plan came from, and what it was before',
  analysis: 'What an analysis found in a session, what people decided of it, and who refused it',
  'analysis-quality': 'How good analyses are, by version of the prompt and by metric',
  analytics: 'Figures about organizations and about all clients',
  assessments: "A client's burnout risk, week by week",
  'assignment-changes': 'Home assignments given, changed and completed',
  assignments: 'Home assignments',
  audit: 'Who did what',
  auth: 'Signing in and out',
  briefs: 'What a coach reads before a session',
  clients: 'Clients, and those of a coach',
  coaches: 'Coaches and their profiles',
  crm: 'What a CRM learns of organizations and coaches',
  definitions: 'What kinds of things there are',
  integrations: 'Outside services: which provider does what, and what left for whom',
  'move-recordings': 'Where recordings lie, and moving them to the active storage',
  installation: 'What is set for the whole installation',
  messages: 'Messages to people: what they are told of, and what became of each',
  'my-day': 'What a coach has before them',
  'my-plan': "A client's own plan and family",
  'golden-transcripts': 'Transcripts with what an answer about them must hold',
  'template-checks': 'Templates tried on the golden transcripts',
  executions: 'What prompts were run on, what came of it, and what models cost',
  notices: 'What somebody was told of, listed behind the bell',
  onboarding: 'Registration, and a forgotten password',
  organizations: 'Organizations and their onboarding links',
  'plan-events': 'What changes while a plan is looked at',
  'plan-values': 'What is measured and assessed in a plan, and what it was before',
  prompts: 'AI prompt templates, and running them',
  'prompt-trials': 'Prompts tried on a session before they are saved',
  questionnaires: 'What a client answers, what comes of it, and answers that should not wait',
  recordings: 'Videos of sessions, and their upload',
  schedule: 'When the next session may be',
  sessions: "A client's plan and its sessions",
  'transcription-hints': 'Hints for transcribing recordings',
  transcriptions: 'From a recording to its text',
  webhooks: 'What outside services say by themselves',
  transcripts: 'What was said, to be corrected, shared and taken along',
  users: 'Accounts, and acting as somebody else',
}

/** What holds for every call. */
export const introduction = [
  'JSON over HTTP, ids are UUID, instants are ISO 8601 in UTC.',
  'Sign in with `POST /api/auth/login` and send its cookie with each call. Calls other than `GET` must come from the ' +
    "product's own address: a program sends an `Origin` header with it, a browser does so by itself.",
  'What a call makes is made once for each `Idempotency-Key` (a header that such operations take): whoever had no answer ' +
    'sends the same again under the same key.',
  `A body of JSON has at most ${usualBodyBytes / 1024} kB, more only where it holds a transcript, and arrives within ` +
    `${defaultTimeouts.bodyMs / 1000} seconds.`,
  'A refusal has the body `{ "error", "code", "fields"?, "requestId" }`; `error` is a sentence that a person can read. ' +
    `\`code\` is one of ${Object.entries(statusOf)
      .map(([code, status]) => `\`${code}\` (${status})`)
      .join(', ')}.`,
]

export type ApiDocument = ReturnType<typeof apiDocument>

/** The contract as OpenAPI 3.1, with the names under which it exports endpoints and schemas. */
export function apiDocument({ brandName, cookie }: { brandName: string; cookie: string }) {
  const { components: schemas, write } = schemaWriter()
  const { responses, refusals } = errorResponseWriter((schema) => write(schema, 'output'))
  const paths: Record<string, Record<string, Operation>> = {}
  for (const { name, noun, endpoint } of endpoints) {
    const operation: Operation = {
      operationId: name,
      tags: [noun],
      summary: endpoint.summary,
      description: callers(endpoint.access),
      security: isOpen(endpoint.access) ? [] : [{ login: [] }],
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
    components: { securitySchemes: { login: loginBy(cookie) }, responses, schemas },
  }
}

/** Whose cookie does not matter. */
const isOpen = (access: Access) => access === 'public' || access === 'signed-webhook'

function callers(access: Access) {
  if (access === 'public') return 'Open to anybody.'
  if (access === 'signed-in') return 'For everybody who is signed in.'
  if (access === 'signed-webhook') return 'For the outside service that signs it.'
  return `For ${access.join(', ')}.`
}

const loginBy = (cookie: string) => ({
  ...{ type: 'apiKey', in: 'cookie', name: cookie },
  description: 'Set by `login`, taken away by `logout`.',
})
