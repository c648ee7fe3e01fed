import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type ErrorBody, type ErrorCode, statusOf } from '#contract/errors.ts'
import { isDatabaseAway } from '../db/database-away.ts'
import { AppError } from '../errors.ts'
import { faultsIn, holdsUnkeepable } from './faults.ts'
import { InvalidRequest } from './schemas.ts'

type Refusal = { code: ErrorCode; sentence: string; fields?: Record<string, string> | undefined }

/** One handler turns every failure into the one error body. */
export function answerErrors(app: FastifyInstance) {
  app.setErrorHandler(answerFailure)
  app.setNotFoundHandler((request, reply) => answer(request, reply, noPage))
  // Before anything of it is read, and whatever else the other addresses lead to.
  const refuse = async () => {
    throw new AppError(noPage.code, noPage.sentence)
  }
  for (const url of ['/api', '/api/*']) app.all(url, { onRequest: refuse }, refuse)
}

/** What is refused now, and not for ever. */
const passing: ReadonlySet<ErrorCode> = new Set(['too-many-requests', 'unavailable'])

/** For a plain answer too: of an address that no route could be looked up for, no hook has run. */
export function answerFailure(error: FastifyError, request: FastifyRequest, reply: FastifyReply) {
  if (error instanceof AppError && passing.has(error.code) && !reply.hasHeader('retry-after'))
    void reply.header('retry-after', error.retryAfter)
  return answer(request, reply, refusalOf(error, request))
}

function answer(request: FastifyRequest, reply: FastifyReply, { code, sentence, fields }: Refusal) {
  const body: ErrorBody = {
    error: sentence,
    code,
    ...(fields && { fields }),
    requestId: request.id,
  }
  // What was announced for the answer that did not come.
  for (const name of ['content-disposition', 'content-length', 'etag', 'link'])
    void reply.removeHeader(name)
  // Without a serializer: a route that answers bytes has none for errors either.
  return reply
    .code(statusOf[code])
    .headers({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' })
    .type('application/json; charset=utf-8')
    .serializer((it) => JSON.stringify(it))
    .send(body)
}

const noPage: Refusal = { code: 'not-found', sentence: 'There is no such page.' }

/** What Fastify refuses before a handler is reached, by its own codes. */
const unreadable: Record<string, Refusal> = {
  FST_ERR_BAD_URL: { code: 'invalid', sentence: 'This address is not valid.' },
  FST_ERR_MAX_PARAM_LENGTH: noPage,
  FST_ERR_CTP_INVALID_JSON_BODY: { code: 'invalid', sentence: 'The body is not valid JSON.' },
  FST_ERR_CTP_EMPTY_JSON_BODY: { code: 'invalid', sentence: 'The body is empty.' },
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: {
    code: 'invalid',
    sentence: 'The body is not as long as was announced.',
  },
  FST_ERR_CTP_BODY_TOO_LARGE: {
    code: 'too-large',
    sentence: 'This is more than can be taken at once.',
  },
  FST_ERR_CTP_INVALID_MEDIA_TYPE: {
    code: 'unsupported-media',
    sentence: 'The body must be JSON (content-type: application/json).',
  },
}
const codeOfStatus = new Map<number, ErrorCode>(
  (Object.keys(statusOf) as ErrorCode[]).map((code) => [statusOf[code], code]),
)

function refusalOf(error: FastifyError, request: FastifyRequest): Refusal {
  if (error instanceof AppError)
    return { code: error.code, sentence: error.message, fields: error.fields }
  if (error instanceof InvalidRequest) {
    // An id that is no UUID names nothing: the answer is the same as for a row that is not there.
    if (error.validationContext === 'params' && !holdsUnkeepable(request.params)) return noPage
    return { code: 'invalid', ...faultsIn(error) }
  }
  const known = unreadable[error.code]
  if (known) return known
  if (error.statusCode === 429)
    return {
      code: 'too-many-requests',
      sentence: 'Too many tries. Please wait a minute and try again.',
    }
  if (error.statusCode && error.statusCode < 500)
    return {
      code: codeOfStatus.get(error.statusCode) ?? 'invalid',
      sentence: 'This request cannot be understood.',
    }
  if (error.statusCode === 503)
    return { code: 'unavailable', sentence: 'The server is busy. Please try again in a moment.' }
  const isAway = isDatabaseAway(error)
  request.log.error(
    { err: error, requestId: request.id, route: request.routeOptions.url },
    isAway ? 'database away' : 'failed',
  )
  if (isAway)
    return {
      code: 'unavailable',
      sentence:
        'The database cannot be reached at the moment. What has been saved is safe. Please try again in a moment.',
    }
  return { code: 'internal', sentence: 'Something went wrong on our side. Please try again.' }
}
