import { z } from 'zod'
import type { OutboundClient, OutboundRequest } from '../../platform/outbound/outbound-client.ts'
import { jsonBody } from '../../platform/outbound/request-body.ts'
import { NotFound, Rejected } from '../../platform/jobs/errors.ts'
import type { Testable } from '../adapter.ts'
import type { Crm, CrmRecord } from './crm.ts'

const origin = 'https://api.hubapi.com'

const one = z.object({ id: z.string() })
const several = z.object({
  results: z.array(one),
  errors: z.array(z.object({ message: z.string() })).optional(),
})

/** HubSpot's objects: coaches are contacts, which it puts by their e-mail address, and organizations are companies. */
export function hubspot(
  { accessToken }: { accessToken: string },
  outboundClient: OutboundClient,
): Crm & Testable {
  const call = (
    more: Pick<OutboundRequest, 'method' | 'signal' | 'body' | 'outcomeOf' | 'maxAttempts'>,
    path: string,
  ) =>
    outboundClient.send({
      ...{ purpose: 'CRM', headers: { authorization: `Bearer ${accessToken}` }, ...more },
      url: `${outboundClient.baseUrl(origin)}/crm/v3/objects/${path}`,
    })

  async function change(list: string, id: string, properties: object, signal: AbortSignal) {
    const isGone = ({ status }: { status: number }) => (status === 404 ? 'ok' : undefined)
    const body = jsonBody({ properties })
    const path = `${list}/${encodeURIComponent(id)}`
    const answer = await call({ method: 'PATCH', body, signal, outcomeOf: isGone }, path)
    if (answer.status === 404) throw new NotFound(`${outboundClient.label} has it no more.`)
    return answer.json(one).id
  }

  async function putContact(record: CrmRecord & { kind: 'coach' }, signal: AbortSignal) {
    const inputs = [{ id: record.email, idProperty: 'email', properties: propertiesOf(record) }]
    const answer = await call(
      { method: 'POST', body: jsonBody({ inputs }), signal },
      'contacts/batch/upsert',
    )
    const { results, errors } = answer.json(several)
    const [made] = results
    // Of several, some may be refused in an answer that is good.
    if (!made)
      throw new Rejected(
        'refused',
        `${outboundClient.label} says: ${outboundClient.redact(errors?.[0]?.message ?? 'nothing was made.')}`,
      )
    return made.id
  }

  async function putCompany(record: CrmRecord & { kind: 'organization' }, signal: AbortSignal) {
    const filters = [{ propertyName: 'name', operator: 'EQ', value: record.name }]
    const body = jsonBody({ filterGroups: [{ filters }], properties: ['name'], limit: 1 })
    const [known] = (await call({ method: 'POST', body, signal }, 'companies/search')).json(
      several,
    ).results
    const properties = propertiesOf(record)
    if (known) return change('companies', known.id, properties, signal)
    // Twice would be two: whoever does not hear of it looks for it the next time.
    const made = { method: 'POST', body: jsonBody({ properties }), signal, maxAttempts: 1 } as const
    return (await call(made, 'companies')).json(one).id
  }

  return {
    put(record, externalId, signal) {
      const list = record.kind === 'coach' ? 'contacts' : 'companies'
      if (externalId !== null) return change(list, externalId, propertiesOf(record), signal)
      return record.kind === 'coach' ? putContact(record, signal) : putCompany(record, signal)
    },
    async test(signal) {
      await call({ method: 'GET', signal }, 'contacts?limit=1')
      return `${outboundClient.label} answers, and the token is good.`
    },
  }
}

const propertiesOf = (record: CrmRecord) => ({
  ...(record.kind === 'coach'
    ? { email: record.email, firstname: record.firstName, lastname: record.lastName }
    : { name: record.name }),
  city: record.city ?? '',
  country: record.country ?? '',
})
