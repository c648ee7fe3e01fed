import { STATUS_CODES } from 'node:http'
import type { FastifyError, FastifyInstance } from 'fastify'
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod'
import { type ErrorBody, type ErrorCode, statusOf } from '#contract/errors.ts'
import { isDatabaseAway } from '../db/database-away.ts'
import { AppError } from '../errors.ts'

const codeOfStatus = new Map<number, ErrorCode>(
  (Object.keys(statusOf) as ErrorCode[]).map((code) => [statusOf[code], code]),
)

/** One handler turns every failure into the one error body. */
export function answerErrors(app: FastifyInstance) {
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const answer = (code: ErrorCode, sentence: string, fields?: Record<string, string>) => {
      const body: ErrorBody = {
        error: sentence,
        code,
        ...(fields && { fields }),
        requestId: request.id,
      }
      // Without a serializer: a route that answers bytes has none for errors either.
      return reply
        .code(statusOf[code])
        .type('application/json; charset=utf-8')
        .serializer((it) => JSON.stringify(it))
        .send(body)
    }
    if (error instanceof AppError) {
      if (error.code === 'too-many-requests') void reply.header('retry-after', error.retryAfter)
      return answer(error.code, error.message, error.fields)
    }
    if (hasZodFastifySchemaValidationErrors(error)) {
      const fields = Object.fromEntries(
        error.validation.map((it) => [
          it.instancePath.replace(/^\//, '').replaceAll('/', '.') ||
            (error.validationContext ?? 'body'),
          it.message ?? 'is wrong',
        ]),
      )
      // An id that is no UUID names nothing: the answer is the same as for a row that is not there.
      if (error.validationContext === 'params') return answer('not-found', 'There is no such page.')
      const [first] = Object.values(fields)
      return answer('invalid', first ?? 'Please check what you entered.', fields)
    }
    if (error.statusCode === 429)
      return answer('too-many-requests', 'Too many tries. Please wait a minute and try again.')
    if (error.statusCode && error.statusCode < 500) {
      const code = codeOfStatus.get(error.statusCode) ?? 'invalid'
      return answer(code, `${STATUS_CODES[error.statusCode] ?? 'Wrong request'}.`)
    }
    if (error.statusCode === 503)
      return answer('unavailable', 'The server is busy. Please try again in a moment.')
    const isAway = isDatabaseAway(error)
    request.log.error(
      { err: error, requestId: request.id, route: request.routeOptions.url },
      isAway ? 'database away' : 'failed',
    )
    if (isAway)
      return answer(
        'unavailable',
        'The database cannot be reached at the moment. What has been saved is safe. Please try again in a moment.',
      )
    return answer('internal', 'Something went wrong on our side. Please try again.')
  })
  app.setNotFoundHandler((request, reply) => {
    const body: ErrorBody = {
      error: 'There is no such page.',
      code: 'not-found',
      requestId: request.id,
    }
    return reply.code(404).send(body)
  })
}
