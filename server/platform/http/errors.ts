import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type ErrorBody, type ErrorCode, statusByCode } from '#contract/errors.ts'
import { isDatabaseUnavailable } from '../db/database-errors.ts'
import { AppError } from '../errors.ts'
import { InvalidRequest } from './schemas.ts'
import { verbatim } from '#contract/bounds.ts'
import { unnamed } from '#contract/faults.ts'

type Refusal = { code: ErrorCode; sentence: string; fields?: Record<string, string> | undefined }

export function registerErrorHandler(app: FastifyInstance) {
  app.setErrorHandler(sendError)
  app.setNotFoundHandler((request, reply) => answer(request, reply, notFound))
  const refuse = async () => {
    throw new AppError(notFound.code, notFound.sentence)
  }
  for (const url of ['/api', '/api/*']) app.all(url, { onRequest: refuse }, refuse)
}

/** Errors with a Retry-After header. */
const temporary: ReadonlySet<ErrorCode> = new Set(['too-many-requests', 'unavailable'])

/** Refusals that may be attempts at an attack, by the level of their line in the log. */
const loggedRefusals: Partial<Record<ErrorCode, 'warn' | 'info'>> = {
  'not-allowed': 'warn',
  'too-many-requests': 'warn',
  'not-signed-in': 'info',
  'not-found': 'info',
  invalid: 'info',
}

export function sendError(error: FastifyError, request: FastifyRequest, reply: FastifyReply) {
  if (error instanceof AppError && temporary.has(error.code) && !reply.hasHeader('retry-after'))
    void reply.header('retry-after', error.retryAfter)
  const refusal = toRefusal(error, request)
  const level = loggedRefusals[refusal.code]
  if (level) {
    const { id: requestId, actor } = request
    const { url: route } = request.routeOptions
    const userId = actor?.originalUserId ?? actor?.userId
    request.log[level]({ code: refusal.code, requestId, route, userId }, 'refused')
  }
  return answer(request, reply, refusal)
}

function answer(request: FastifyRequest, reply: FastifyReply, { code, sentence, fields }: Refusal) {
  const body: ErrorBody = {
    error: sentence,
    code,
    ...(fields && { fields }),
    requestId: request.id,
  }
  // Headers of the response that failed, not of this one.
  for (const name of ['content-disposition', 'content-length', 'etag', 'link'])
    void reply.removeHeader(name)
  // Its own serializer, because routes that send bytes have none.
  return reply
    .code(statusByCode[code])
    .headers({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' })
    .type('application/json; charset=utf-8')
    .serializer((it) => JSON.stringify(it))
    .send(body)
}

const notFound: Refusal = { code: 'not-found', sentence: 'There is no such page.' }

/** Errors that Fastify raises before the handler, by its codes. */
const unreadable: Record<string, Refusal> = {
  FST_ERR_BAD_URL: { code: 'invalid', sentence: 'This address is not valid.' },
  FST_ERR_MAX_PARAM_LENGTH: notFound,
  FST_ERR_CTP_INVALID_JSON_BODY: { code: 'invalid', sentence: 'The body is not valid JSON.' },
  FST_ERR_CTP_EMPTY_JSON_BODY: { code: 'invalid', sentence: 'The body is empty.' },
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: {
    code: 'invalid',
    sentence: 'The length of the body is not the announced one.',
  },
  FST_ERR_CTP_BODY_TOO_LARGE: {
    code: 'too-large',
    sentence: 'The request is too large.',
  },
  FST_ERR_CTP_INVALID_MEDIA_TYPE: {
    code: 'unsupported-media',
    sentence: 'The body must be JSON (content-type: application/json).',
  },
}
const codeOfStatus = new Map<number, ErrorCode>(
  (Object.keys(statusByCode) as ErrorCode[]).map((code) => [statusByCode[code], code]),
)

function toRefusal(error: FastifyError, request: FastifyRequest): Refusal {
  if (error instanceof AppError)
    return { code: error.code, sentence: error.message, fields: error.fields }
  if (error instanceof InvalidRequest) {
    // A malformed id is answered like an unknown one.
    if (error.validationContext === 'params' && !hasUnstorableText(request.params)) return notFound
    return { code: 'invalid', ...validationErrors(error) }
  }
  const known = unreadable[error.code]
  if (known) return known
  if (error.statusCode === 429)
    return {
      code: 'too-many-requests',
      sentence: 'Too many attempts. Please wait a minute and try again.',
    }
  if (error.statusCode && error.statusCode < 500)
    return {
      code: codeOfStatus.get(error.statusCode) ?? 'invalid',
      sentence: 'The request is not valid HTTP.',
    }
  if (error.statusCode === 503)
    return { code: 'unavailable', sentence: 'The server is busy. Please try again in a moment.' }
  const isUnavailable = isDatabaseUnavailable(error)
  request.log.error(
    { err: error, requestId: request.id, route: request.routeOptions.url },
    isUnavailable ? 'database away' : 'failed',
  )
  if (isUnavailable)
    return {
      code: 'unavailable',
      sentence:
        'The database cannot be reached at the moment. What has been saved is safe. Please try again in a moment.',
    }
  return { code: 'internal', sentence: 'Something went wrong on our side. Please try again.' }
}

const maxErrors = 20
const nameCharacters = 80
const sentenceCharacters = 200

/** A sentence for each field, and one for a person, which names the field. */
function validationErrors({ issues, validationContext: part = 'body' }: InvalidRequest) {
  const faults = issues.slice(0, maxErrors).map(({ path, message }) => ({
    name: short(path.join('.'), nameCharacters),
    sentence: short(message, sentenceCharacters),
  }))
  const [first] = faults
  return {
    sentence: first ? named(first, part) : 'Please check what you entered.',
    fields: Object.fromEntries(faults.map(({ name, sentence }) => [name || part, sentence])),
  }
}

/** Custom messages of a schema name the field already. */
function named({ name, sentence }: { name: string; sentence: string }, part: string) {
  if (!sentence.startsWith(`${unnamed} `)) return sentence
  return `The ${name ? `field ${name}` : part}${sentence.slice(unnamed.length)}`
}

const short = (text: string, characters: number) =>
  text.length > characters ? `${text.slice(0, characters - 1).toWellFormed()}…` : text

/** Whether a path parameter contains a character that can't be stored (contract/bounds.ts). */
const hasUnstorableText = (params: unknown) =>
  Object.values(params ?? {}).some(
    (it) => typeof it === 'string' && !verbatim(it.length).safeParse(it).success,
  )
