import { z } from 'zod'
import type { OutboundClient } from '../../platform/outbound/outbound-client.ts'
import { jsonBody } from '../../platform/outbound/request-body.ts'
import { acceptNotFound } from '../../platform/outbound/response.ts'
import type { Settings, Testable } from '../provider.ts'
import { type Crm, type CrmCall, type CrmRecord, findAndPut } from './crm.ts'

const created = z.object({ data: z.object({ id: z.int() }) })
const found = z.object({
  data: z.object({ items: z.array(z.object({ item: z.object({ id: z.int() }) })) }),
})

/** Pipedrive's API v2. */
export function pipedrive(
  { apiToken = '', companyDomain = '' }: Settings,
  outboundClient: OutboundClient,
): Crm & Testable {
  const origin = outboundClient.baseUrl(`https://${companyDomain}.pipedrive.com`)
  const call = (request: CrmCall, path: string) =>
    outboundClient.send({
      purpose: 'CRM',
      headers: { 'x-api-token': apiToken },
      ...request,
      url: `${origin}/api/v2/${path}`,
    })

  return {
    async put(record, externalId, signal) {
      const { list, field, term, fields } = toPipedrive(record)
      const body = jsonBody(fields)
      return findAndPut(
        {
          async find() {
            const query = new URLSearchParams({
              term,
              fields: field,
              exact_match: 'true',
              limit: '1',
            })
            const path = `${list}/search?${query.toString()}`
            const [first] = (await call({ method: 'GET', signal }, path)).json(found).data.items
            return first && String(first.item.id)
          },
          create: async () => {
            const answer = await call({ method: 'POST', body, signal, maxAttempts: 1 }, list)
            return String(answer.json(created).data.id)
          },
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
      await call({ method: 'GET', signal }, 'organizations?limit=1')
      return `${outboundClient.label} accepts the token.`
    },
  }
}

function toPipedrive(record: CrmRecord) {
  if (record.kind === 'coach')
    return {
      list: 'persons',
      field: 'email',
      term: record.email,
      fields: {
        name: `${record.firstName} ${record.lastName}`.trim(),
        emails: [{ value: record.email, primary: true, label: 'work' }],
      },
    }
  const place = [record.city, record.country].filter(Boolean).join(', ')
  return {
    list: 'organizations',
    field: 'name',
    term: record.name,
    fields: { name: record.name, ...(place && { address: { value: place } }) },
  }
}
