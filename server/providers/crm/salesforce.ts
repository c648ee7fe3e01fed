import { z } from 'zod'
import type { OutboundClient, OutboundRequest } from '../../platform/outbound/outbound-client.ts'
import { jsonBody } from '../../platform/outbound/request-body.ts'
import { NotFound } from '../../platform/jobs/errors.ts'
import type { Testable } from '../adapter.ts'
import type { Crm, CrmRecord } from './crm.ts'
import { logIn, type SalesforceLogin } from './salesforce-login.ts'

/** The interface whose bodies are spoken here. */
const version = 'v64.0'

const made = z.object({ id: z.string() })
const found = z.object({ records: z.array(z.object({ Id: z.string() })) })

type Request = Pick<OutboundRequest, 'method' | 'signal' | 'body' | 'outcomeOf' | 'maxAttempts'>

/** Salesforce's objects: coaches are contacts, and organizations are accounts. */
export function salesforce(login: SalesforceLogin, outboundClient: OutboundClient): Crm & Testable {
  const origin = outboundClient.baseUrl(login.instanceUrl)
  let session: Promise<string> | undefined

  /** A session of two hours: one that has ended is begun anew, once. */
  async function call(more: Request, path: string, isAgain = false) {
    const asked = (session ??= logIn(login, outboundClient, more.signal))
    const token = await asked.catch((error: unknown) => {
      session = undefined
      throw error
    })
    const hasEnded = ({ status }: { status: number }) =>
      status === 401 && !isAgain ? 'ok' : undefined
    const answer = await outboundClient.send({
      ...{ purpose: 'CRM', headers: { authorization: `Bearer ${token}` }, ...more },
      url: `${origin}/services/data/${version}/${path}`,
      outcomeOf: (it) => hasEnded(it) ?? more.outcomeOf?.(it),
    })
    if (answer.status !== 401) return answer
    if (session === asked) session = undefined
    return call(more, path, true)
  }

  async function search({ object, field, value }: Sought, signal: AbortSignal) {
    const query = `SELECT Id FROM ${object} WHERE ${field} = '${quoted(value)}' ORDER BY CreatedDate LIMIT 1`
    const answer = await call({ method: 'GET', signal }, `query?q=${encodeURIComponent(query)}`)
    return answer.json(found).records[0]?.Id
  }

  return {
    async put(record, externalId, signal) {
      const it = asSalesforce(record)
      const known = externalId ?? (await search(it, signal))
      const body = jsonBody(it.fields)
      if (known === undefined)
        // Twice would be two: whoever does not hear of it looks for it the next time.
        return (
          await call({ method: 'POST', body, signal, maxAttempts: 1 }, `sobjects/${it.object}`)
        ).json(made).id
      const isGone = ({ status }: { status: number }) => (status === 404 ? 'ok' : undefined)
      const path = `sobjects/${it.object}/${encodeURIComponent(known)}`
      // A change is answered with nothing.
      const { status } = await call({ method: 'PATCH', body, signal, outcomeOf: isGone }, path)
      if (status === 404) throw new NotFound(`${outboundClient.label} has it no more.`)
      return known
    },
    async test(signal) {
      await call({ method: 'GET', signal }, 'limits')
      return `${outboundClient.label} answers, and the login is good.`
    },
  }
}

type Sought = { object: string; field: string; value: string }

function asSalesforce(record: CrmRecord): Sought & { fields: Record<string, string> } {
  const [city, country] = [record.city ?? '', record.country ?? '']
  if (record.kind === 'organization')
    return {
      ...{ object: 'Account', field: 'Name', value: record.name },
      fields: { Name: record.name, BillingCity: city, BillingCountry: country },
    }
  return {
    ...{ object: 'Contact', field: 'Email', value: record.email },
    fields: {
      // It takes no contact without a last name.
      ...{ FirstName: record.firstName, LastName: record.lastName || record.email },
      ...{ Email: record.email, MailingCity: city, MailingCountry: country },
    },
  }
}

/** A text in a query. */
const quoted = (value: string) => value.replaceAll(/[\\'"]/g, String.raw`\$&`)
