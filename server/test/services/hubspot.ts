import { z } from 'zod'
import { json, localService } from '../local-service.ts'
import type { CrmService, Kept } from './crm-service.ts'

const contact = z.strictObject({
  email: z.email(),
  firstname: z.string(),
  lastname: z.string(),
  city: z.string(),
  country: z.string(),
})
const company = z.strictObject({ name: z.string().min(1), city: z.string(), country: z.string() })
const upsert = z.strictObject({
  inputs: z
    .array(z.strictObject({ id: z.string(), idProperty: z.literal('email'), properties: contact }))
    .min(1)
    .max(100),
})
const search = z.strictObject({
  filterGroups: z.tuple([
    z.strictObject({
      filters: z.tuple([
        z.strictObject({
          propertyName: z.literal('name'),
          operator: z.literal('EQ'),
          value: z.string(),
        }),
      ]),
    }),
  ]),
  properties: z.array(z.string()),
  limit: z.int(),
})

/**
 * A fake of HubSpot's objects API as documented, for contacts and companies: contacts are upserted by email address
 * (`POST …/contacts/batch/upsert`), companies are searched, created and updated. Bearer token. Errors are
 * `{ status: 'error', message, correlationId, category }`.
 */
export async function hubspotService(): Promise<CrmService> {
  const settings = { accessToken: 'pat-eu1-hubspot-test-0001', portalId: '12345678' }
  const organizations: Kept = new Map()
  const people: Kept = new Map()
  let count = 100

  const service = await localService(({ method, path, headers, body }, response) => {
    const answer = (status: number, value: unknown) => json(response, status, value)
    const refuse = (status: number, category: string, message: string) =>
      answer(status, { ...{ status: 'error', message, category }, correlationId: 'c-1' })
    if (headers.authorization !== `Bearer ${settings.accessToken}`)
      return refuse(401, 'INVALID_AUTHENTICATION', 'Authentication credentials not found.')
    const [, list, rest = ''] = /^\/crm\/v3\/objects\/(contacts|companies)\/?(.*)$/.exec(path) ?? []
    if (!list) return refuse(404, 'OBJECT_NOT_FOUND', 'Not found')
    const kept = list === 'contacts' ? people : organizations
    const properties = list === 'contacts' ? contact : company
    const given: unknown = body.length ? JSON.parse(body.toString()) : undefined
    const read = <T>(schema: z.ZodType<T>) => {
      const { success, data, error } = schema.safeParse(given)
      if (!success) refuse(400, 'VALIDATION_ERROR', z.prettifyError(error))
      return data
    }

    if (method === 'GET' && !rest) return answer(200, { results: [] })
    if (method === 'POST' && list === 'contacts' && rest === 'batch/upsert') {
      const asked = read(upsert)
      return (
        asked &&
        answer(200, {
          status: 'COMPLETE',
          results: asked.inputs.map((it) => {
            const known = [...people].find(([, { email }]) => email === it.id)?.[0]
            const id = known ?? String(++count)
            people.set(id, it.properties)
            return { id, new: known === undefined, properties: it.properties }
          }),
        })
      )
    }
    if (method === 'POST' && list === 'companies' && rest === 'search') {
      const asked = read(search)
      if (!asked) return undefined
      const { value } = asked.filterGroups[0].filters[0]
      const results = [...organizations].filter(([, { name }]) => name === value)
      return answer(200, { total: results.length, results: results.map(([id]) => ({ id })) })
    }
    if (method === 'POST' && !rest) {
      const asked = read(z.strictObject({ properties }))
      if (!asked) return undefined
      const id = String(++count)
      kept.set(id, asked.properties)
      return answer(201, { id, properties: asked.properties })
    }
    if (method === 'PATCH' && rest) {
      if (!kept.has(rest)) return refuse(404, 'OBJECT_NOT_FOUND', 'resource not found')
      const asked = read(z.strictObject({ properties }))
      if (!asked) return undefined
      kept.set(rest, asked.properties)
      return answer(200, { id: rest, properties: asked.properties })
    }
    return refuse(405, 'METHOD_NOT_ALLOWED', 'Method not allowed')
  })
  return {
    ...service,
    ...{ settings, organizations, people },
    forget() {
      service.forget()
      organizations.clear()
      people.clear()
    },
  }
}
