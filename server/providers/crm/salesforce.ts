import { z } from 'zod'
import type { OutboundClient } from '../../platform/outbound/outbound-client.ts'
import { jsonBody } from '../../platform/outbound/request-body.ts'
import { acceptNotFound } from '../../platform/outbound/response.ts'
import type { Settings, Testable } from '../adapter.ts'
import { type Crm, type CrmCall, type CrmRecord, findAndPut } from './crm.ts'
import { logIn } from './salesforce-login.ts'

const version = 'v64.0'

const created = z.object({ id: z.string() })
const found = z.object({ records: z.array(z.object({ Id: z.string() })) })

/** Coaches are contacts, organizations are accounts. */
export function salesforce(settings: Settings, outboundClient: OutboundClient): Crm & Testable {
  const instanceUrl = (settings['instanceUrl'] ?? '').replace(/\/$/, '')
  const origin = outboundClient.baseUrl(instanceUrl)
  let session: Promise<string> | undefined

  /** Logs in again, once, if the session has expired. */
  async function call(request: CrmCall, path: string, isSecondTry = false) {
    const login = (session ??= logIn(settings, instanceUrl, outboundClient, request.signal))
    const token = await login.catch((error: unknown) => {
      session = undefined
      throw error
    })
    const answer = await outboundClient.send({
      purpose: 'CRM',
      headers: { authorization: `Bearer ${token}` },
      ...request,
      url: `${origin}/services/data/${version}/${path}`,
      outcomeOf: (it) => (it.status === 401 && !isSecondTry ? 'ok' : request.outcomeOf?.(it)),
    })
    if (answer.status !== 401) return answer
    if (session === login) session = undefined
    return call(request, path, true)
  }

  return {
    async put(record, externalId, signal) {
      const { object, field, value, fields } = toSalesforce(record)
      const body = jsonBody(fields)
      return findAndPut(
        {
          async find() {
            const query = `SELECT Id FROM ${object} WHERE ${field} = '${escaped(value)}' ORDER BY CreatedDate LIMIT 1`
            const path = `query?q=${encodeURIComponent(query)}`
            return (await call({ method: 'GET', signal }, path)).json(found).records[0]?.Id
          },
          create: async () => {
            const request: CrmCall = { method: 'POST', body, signal, maxAttempts: 1 }
            return (await call(request, `sobjects/${object}`)).json(created).id
          },
          update: (id) =>
            call(
              { method: 'PATCH', body, signal, outcomeOf: acceptNotFound },
              `sobjects/${object}/${encodeURIComponent(id)}`,
            ),
        },
        externalId,
      )
    },
    async test(signal) {
      await call({ method: 'GET', signal }, 'limits')
      return `${outboundClient.label} accepts the login.`
    },
  }
}

function toSalesforce(record: CrmRecord) {
  const [city, country] = [record.city ?? '', record.country ?? '']
  if (record.kind === 'organization')
    return {
      object: 'Account',
      field: 'Name',
      value: record.name,
      fields: { Name: record.name, BillingCity: city, BillingCountry: country },
    }
  return {
    object: 'Contact',
    field: 'Email',
    value: record.email,
    fields: {
      // A contact must have a last name.
      FirstName: record.firstName,
      LastName: record.lastName || record.email,
      Email: record.email,
      MailingCity: city,
      MailingCountry: country,
    },
  }
}

/** Escapes a SOQL string literal. */
const escaped = (value: string) => value.replaceAll(/[\\'"]/g, String.raw`\$&`)
