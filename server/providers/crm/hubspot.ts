import { z } from 'zod'
import type { Door, Outgoing } from '../../platform/outbound/door.ts'
import { jsonPayload } from '../../platform/outbound/payload.ts'
import { NotFound, Rejected } from '../../platform/jobs/errors.ts'
import type { Tested } from '../adapter.ts'
import type { Crm, CrmRecord } from './crm.ts'

const origin = 'https://api.hubapi.com'

const one = z.object({ id: z.string() })
const several = z.object({
  results: z.array(one),
  errors: z.array(z.object({ message: z.string() })).optional(),
})

/** HubSpot's objects: coaches are contacts, which it puts by their e-mail address, and organizations are companies. */
export function hubspot({ accessToken }: { accessToken: string }, door: Door): Crm & Tested {
  const call = (
    more: Pick<Outgoing, 'method' | 'signal' | 'body' | 'verdict' | 'tries'>,
    path: string,
  ) =>
    door.call({
      ...{ purpose: 'CRM', headers: { authorization: `Bearer ${accessToken}` }, ...more },
      url: `${door.address(origin)}/crm/v3/objects/${path}`,
    })

  async function change(list: string, id: string, properties: object, signal: AbortSignal) {
    const isGone = ({ status }: { status: number }) => (status === 404 ? 'good' : undefined)
    const body = jsonPayload({ properties })
    const path = `${list}/${encodeURIComponent(id)}`
    const answer = await call({ method: 'PATCH', body, signal, verdict: isGone }, path)
    if (answer.status === 404) throw new NotFound(`${door.label} has it no more.`)
    return answer.json(one).id
  }

  async function putContact(record: CrmRecord & { kind: 'coach' }, signal: AbortSignal) {
    const inputs = [{ id: record.email, idProperty: 'email', properties: propertiesOf(record) }]
    const answer = await call(
      { method: 'POST', body: jsonPayload({ inputs }), signal },
      'contacts/batch/upsert',
    )
    const { results, errors } = answer.json(several)
    const [made] = results
    // Of several, some may be refused in an answer that is good.
    if (!made)
      throw new Rejected(
        'refused',
        `${door.label} says: ${door.said(errors?.[0]?.message ?? 'nothing was made.')}`,
      )
    return made.id
  }

  async function putCompany(record: CrmRecord & { kind: 'organization' }, signal: AbortSignal) {
    const filters = [{ propertyName: 'name', operator: 'EQ', value: record.name }]
    const body = jsonPayload({ filterGroups: [{ filters }], properties: ['name'], limit: 1 })
    const [known] = (await call({ method: 'POST', body, signal }, 'companies/search')).json(
      several,
    ).results
    const properties = propertiesOf(record)
    if (known) return change('companies', known.id, properties, signal)
    // Twice would be two: whoever does not hear of it looks for it the next time.
    const made = { method: 'POST', body: jsonPayload({ properties }), signal, tries: 1 } as const
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
      return `${door.label} answers, and the token is good.`
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
