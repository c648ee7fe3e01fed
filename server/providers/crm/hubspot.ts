import { z } from 'zod'
import type { OutboundClient } from '../../platform/outbound/outbound-client.ts'
import { jsonBody } from '../../platform/outbound/request-body.ts'
import { acceptNotFound } from '../../platform/outbound/response.ts'
import { Rejected } from '../../platform/jobs/errors.ts'
import type { Settings, Testable } from '../provider.ts'
import { type Crm, type CrmCall, type CrmRecord, findAndPut } from './crm.ts'

const object = z.object({ id: z.string() })
const objects = z.object({
  results: z.array(object),
  errors: z.array(z.object({ message: z.string() })).optional(),
})

/** Coaches are contacts, with an upsert by email; organizations are companies. */
export function hubspot(
  { accessToken = '' }: Settings,
  outboundClient: OutboundClient,
): Crm & Testable {
  const { label, redact } = outboundClient
  const origin = outboundClient.baseUrl('https://api.hubapi.com')
  const call = (request: CrmCall, path: string) =>
    outboundClient.send({
      purpose: 'CRM',
      headers: { authorization: `Bearer ${accessToken}` },
      ...request,
      url: `${origin}/crm/v3/objects/${path}`,
    })

  async function upsertContact(record: CrmRecord & { kind: 'coach' }, signal: AbortSignal) {
    const inputs = [{ id: record.email, idProperty: 'email', properties: toProperties(record) }]
    const body = jsonBody({ inputs })
    const answer = await call({ method: 'POST', body, signal }, 'contacts/batch/upsert')
    // A successful response may contain rejected inputs.
    const { results, errors } = answer.json(objects)
    if (results[0]) return results[0].id
    const reason = errors?.[0]?.message ?? 'the contact was not created.'
    throw new Rejected('refused', `${label} says: ${redact(reason)}`)
  }

  return {
    async put(record, externalId, signal) {
      if (record.kind === 'coach' && externalId === null) return upsertContact(record, signal)
      const list = record.kind === 'coach' ? 'contacts' : 'companies'
      const body = jsonBody({ properties: toProperties(record) })
      return findAndPut(
        {
          async find() {
            if (record.kind === 'coach') return undefined
            const filters = [{ propertyName: 'name', operator: 'EQ', value: record.name }]
            const search = { filterGroups: [{ filters }], properties: ['name'], limit: 1 }
            const answer = await call(
              { method: 'POST', body: jsonBody(search), signal },
              `${list}/search`,
            )
            return answer.json(objects).results[0]?.id
          },
          create: async () =>
            (await call({ method: 'POST', body, signal, maxAttempts: 1 }, list)).json(object).id,
          update: (id) =>
            call(
              { method: 'PATCH', body, signal, outcomeOf: acceptNotFound },
              `${list}/${encodeURIComponent(id)}`,
            ),
        },
        externalId,
      )
    },
    async test(signal) {
      await call({ method: 'GET', signal }, 'contacts?limit=1')
      return `${label} accepts the token.`
    },
  }
}

const toProperties = (record: CrmRecord) => ({
  ...(record.kind === 'coach'
    ? { email: record.email, firstname: record.firstName, lastname: record.lastName }
    : { name: record.name }),
  city: record.city ?? '',
  country: record.country ?? '',
})
