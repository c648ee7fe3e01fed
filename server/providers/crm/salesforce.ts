import { z } from 'zod'
import type { OutboundClient } from '../../platform/outbound/outbound-client.ts'
import { jsonBody, formBody, bytesBody } from '../../platform/outbound/request-body.ts'
import { acceptNotFound } from '../../platform/outbound/response.ts'
import type { Settings, Testable } from '../provider.ts'
import { type Crm, type CrmCall, type CrmRecord, findAndPut } from './crm.ts'
import { Rejected, Unavailable } from '../../platform/jobs/errors.ts'

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

/** The last API version that supports password login; Salesforce ends it in June 2027. */
const soapVersion = '64.0'

const token = z.object({ access_token: z.string().min(1) })

/** Returns a session id: from the connected app if configured, otherwise by password. */
async function logIn(
  settings: Settings,
  instanceUrl: string,
  outboundClient: OutboundClient,
  signal: AbortSignal,
) {
  const { clientId, clientSecret } = settings
  if (!clientId || !clientSecret)
    return logInByPassword(settings, instanceUrl, outboundClient, signal)
  const answer = await outboundClient.send({
    purpose: 'login',
    method: 'POST',
    signal,
    url: `${outboundClient.baseUrl(instanceUrl)}/services/oauth2/token`,
    body: formBody({
      grant_type: 'client_credentials',
      client_id: clientId,
      client_secret: clientSecret,
    }),
  })
  return answer.json(token).access_token
}

async function logInByPassword(
  { username = '', password = '', securityToken = '' }: Settings,
  instanceUrl: string,
  outboundClient: OutboundClient,
  signal: AbortSignal,
) {
  const isSandbox = new URL(instanceUrl).hostname.includes('.sandbox.')
  const host = `https://${isSandbox ? 'test' : 'login'}.salesforce.com`
  const answer = await outboundClient.send({
    purpose: 'login',
    method: 'POST',
    signal,
    url: `${outboundClient.baseUrl(host)}/services/Soap/u/${soapVersion}`,
    headers: { soapaction: '""' },
    // SOAP faults have status 500.
    outcomeOf: ({ status, text }) =>
      status === 500 && text.includes('faultstring') ? 'rejected' : undefined,
    body: bytesBody(
      `<?xml version="1.0" encoding="utf-8"?><env:Envelope xmlns:env="http://schemas.xmlsoap.org/soap/envelope/"><env:Body><login xmlns="urn:partner.soap.sforce.com"><username>${escapeXml(username)}</username><password>${escapeXml(password + securityToken)}</password></login></env:Body></env:Envelope>`,
      'text/xml; charset=utf-8',
    ),
  })
  const { label } = outboundClient
  if (answer.text.includes('<passwordExpired>true<'))
    throw new Rejected('refused', `${label} says: the password has expired.`)
  const [, session] = /<sessionId>([^<]+)</.exec(answer.text) ?? []
  if (!session) throw new Unavailable(`${label} sent a response that could not be read.`)
  return session
}

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
}
const escapeXml = (text: string) => text.replaceAll(/[&<>"']/g, (sign) => entities[sign] ?? '')
