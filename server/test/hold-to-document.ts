import { Ajv2020 } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { commonErrors, statusByCode } from '#contract/errors.ts'
import type { ApiDocument } from '../platform/http/docs/document.ts'

const unnamedStatuses = new Set<number>(commonErrors.map((code) => statusByCode[code]))
const pointer = (...names: string[]) =>
  names
    .map((name) => `/${encodeURIComponent(name.replaceAll('~', '~0').replaceAll('/', '~1'))}`)
    .join('')

/**
 * Checks every response of an application against the OpenAPI document: status, required headers, content type, and JSON
 * bodies against their schema. Returns the set of differences found, which grows with each response.
 */
export function holdToDocument(app: FastifyInstance, document: ApiDocument) {
  const faults = new Set<string>()
  let ajv: Ajv2020 | undefined
  const validators = () => {
    if (ajv) return ajv
    ajv = new Ajv2020({ strict: false, validateSchema: false, allErrors: true })
    formats.default(ajv)
    return ajv.addSchema(document, 'api')
  }

  function faultIn(request: FastifyRequest, reply: FastifyReply, payload: unknown) {
    const path = (request.routeOptions.url ?? '').replaceAll(/:(\w+)/g, '{$1}')
    const method = request.method.toLowerCase()
    const responses = document.paths[path]?.[method]?.responses
    if (!responses) return undefined
    const status = reply.statusCode
    const key = String(status) in responses ? String(status) : 'default'
    if (key === 'default' && !unnamedStatuses.has(status)) return `the status ${status}`
    const documented = responses[key] ?? { description: '' }
    const [place, response] =
      '$ref' in documented
        ? [
            documented.$ref.slice(1),
            document.components.responses[documented.$ref.split('/').at(-1) ?? ''],
          ]
        : [pointer('paths', path, method, 'responses', key), documented]
    if (!response) return `${status}, which points nowhere`
    const missing = Object.entries(response.headers ?? {})
      .filter(([name, { required }]) => required && !reply.hasHeader(name))
      .map(([name]) => name)
    if (missing.length) return `${status} without ${missing.join(', ')}`
    if (method === 'head' || payload === undefined || payload === null || payload === '')
      return undefined
    const type = String(reply.getHeader('content-type')).split(';')[0] ?? ''
    const named = [type, type.replace(/\/.*/, '/*'), '*/*'].find(
      (it) => it in (response.content ?? {}),
    )
    if (!named) return `${status} with ${type}`
    // Streams have tests of their own.
    if (named !== 'application/json' || typeof payload !== 'string') return undefined
    const validate = validators().getSchema(`api#${place}${pointer('content', named, 'schema')}`)
    if (!validate) return `${status} without a schema`
    if (validate(JSON.parse(payload))) return undefined
    return `${status} with a body in which ${ajv?.errorsText(validate.errors, { dataVar: 'it' })}`
  }

  app.addHook('onSend', async (request, reply, payload) => {
    const fault = faultIn(request, reply, payload)
    if (fault) faults.add(`${request.method} ${request.routeOptions.url} answered ${fault}`)
  })
  return faults
}
