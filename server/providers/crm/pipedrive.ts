import { z } from 'zod'
import type { OutboundClient, OutboundRequest } from '../../platform/outbound/outbound-client.ts'
import { jsonBody } from '../../platform/outbound/request-body.ts'
import { NotFound } from '../../platform/jobs/errors.ts'
import type { Testable } from '../adapter.ts'
import type { Crm, CrmRecord } from './crm.ts'
import { recordName, recordPlace } from './record-labels.ts'

const one = z.object({ data: z.object({ id: z.int() }) })
const found = z.object({
  data: z.object({ items: z.array(z.object({ item: z.object({ id: z.int() }) })) }),
})

type Pipedrive = { apiToken: string; companyDomain: string }

/** Pipedrive's second interface. It cannot put: what is not known by its number there is looked for first. */
export function pipedrive(
  { apiToken, companyDomain }: Pipedrive,
  outboundClient: OutboundClient,
): Crm & Testable {
  const call = (
    more: Pick<OutboundRequest, 'method' | 'signal' | 'body' | 'outcomeOf' | 'maxAttempts'>,
    path: string,
  ) =>
    outboundClient.send({
      ...{ purpose: 'CRM', headers: { 'x-api-token': apiToken }, ...more },
      url: `${outboundClient.baseUrl(`https://${companyDomain}.pipedrive.com`)}/api/v2/${path}`,
    })

  async function search(
    { list, term, field }: ReturnType<typeof asPipedrive>,
    signal: AbortSignal,
  ) {
    const asked = new URLSearchParams({ term, fields: field, exact_match: 'true', limit: '1' })
    const answer = await call({ method: 'GET', signal }, `${list}/search?${asked.toString()}`)
    return answer.json(found).data.items[0]?.item.id
  }

  return {
    async put(record, externalId, signal) {
      const it = asPipedrive(record)
      const known = externalId ?? (await search(it, signal))
      const body = jsonBody(it.fields)
      if (known === undefined)
        // Twice would be two: whoever does not hear of it looks for it the next time.
        return String(
          (await call({ method: 'POST', body, signal, maxAttempts: 1 }, it.list)).json(one).data.id,
        )
      const isGone = ({ status }: { status: number }) => (status === 404 ? 'ok' : undefined)
      const answer = await call(
        { method: 'PATCH', body, signal, outcomeOf: isGone },
        `${it.list}/${encodeURIComponent(known)}`,
      )
      if (answer.status === 404) throw new NotFound(`${outboundClient.label} has it no more.`)
      return String(answer.json(one).data.id)
    },
    async test(signal) {
      await call({ method: 'GET', signal }, 'organizations?limit=1')
      return `${outboundClient.label} answers, and the token is good.`
    },
  }
}

function asPipedrive(record: CrmRecord) {
  if (record.kind === 'coach')
    return {
      ...{ list: 'persons', field: 'email', term: record.email },
      fields: {
        name: recordName(record),
        emails: [{ value: record.email, primary: true, label: 'work' }],
      },
    }
  const place = recordPlace(record)
  return {
    ...{ list: 'organizations', field: 'name', term: record.name },
    fields: { name: record.name, ...(place && { address: { value: place } }) },
  }
}
