import type { ServerResponse } from 'node:http'
import { z } from 'zod'
import { json, localService } from '../local-service.ts'
import type { CrmService, Kept } from './crm-service.ts'

const contact = z.strictObject({
  ...{ FirstName: z.string(), LastName: z.string().min(1), Email: z.email() },
  ...{ MailingCity: z.string(), MailingCountry: z.string() },
})
const account = z.strictObject({
  ...{ Name: z.string().min(1), BillingCity: z.string(), BillingCountry: z.string() },
})

/** A fake Salesforce; `endSessions` expires its sessions. */
export type SalesforceService = CrmService & { endSessions(): void }

/**
 * A fake of Salesforce as documented, for contacts and accounts: a login by SOAP, or by OAuth for a connected app,
 * returns a session; `query` takes SOQL, `sobjects` creates and updates. An update responds 204 without a body. Errors
 * are `[{ message, errorCode }]`; login errors are a SOAP fault with 500, or `{ error, error_description }`.
 */
export async function salesforceService(): Promise<SalesforceService> {
  const settings = {
    ...{
      username: 'sync@maylab.example',
      password: `p<&>'w"d`,
      securityToken: 'TokenOfSalesforce',
    },
    instanceUrl: 'https://maylab.my.salesforce.com',
  }
  const app = { id: '3MVG9-app', secret: 'app-secret-0001' }
  const organizations: Kept = new Map()
  const people: Kept = new Map()
  const sessions = new Set<string>()
  let count = 0

  function begin() {
    const session = `00D!session-${++count}`
    sessions.add(session)
    return session
  }
  function logInBySoap(body: string, response: ServerResponse) {
    const field = (name: string) =>
      plain(new RegExp(`<${name}>([^<]*)</${name}>`).exec(body)?.[1] ?? '')
    const envelope = (status: number, inside: string) =>
      void response
        .writeHead(status, { 'content-type': 'text/xml' })
        .end(`<soapenv:Envelope><soapenv:Body>${inside}</soapenv:Body></soapenv:Envelope>`)
    if (
      field('username') !== settings.username ||
      field('password') !== settings.password + settings.securityToken
    )
      return envelope(
        500,
        '<soapenv:Fault><faultcode>INVALID_LOGIN</faultcode><faultstring>INVALID_LOGIN: Invalid username, password, security token; or user locked out.</faultstring></soapenv:Fault>',
      )
    return envelope(
      200,
      `<loginResponse><result><passwordExpired>false</passwordExpired><serverUrl>https://elsewhere.example/</serverUrl><sessionId>${begin()}</sessionId></result></loginResponse>`,
    )
  }

  const service = await localService(({ method, path, query, headers, body }, response) => {
    const refuse = (status: number, errorCode: string, message: string) =>
      json(response, status, [{ message, errorCode }])
    if (method === 'POST' && path === '/services/Soap/u/64.0')
      return logInBySoap(body.toString(), response)
    if (method === 'POST' && path === '/services/oauth2/token') {
      const form = new URLSearchParams(body.toString())
      const isGood = form.get('client_id') === app.id && form.get('client_secret') === app.secret
      if (!isGood || form.get('grant_type') !== 'client_credentials')
        return json(response, 400, {
          ...{ error: 'invalid_client', error_description: 'invalid client credentials' },
        })
      return json(response, 200, { access_token: begin(), instance_url: settings.instanceUrl })
    }
    if (!sessions.has(headers.authorization?.replace('Bearer ', '') ?? ''))
      return refuse(401, 'INVALID_SESSION_ID', 'Session expired or invalid')
    const [, rest = ''] = /^\/services\/data\/v64\.0\/(.*)$/.exec(path) ?? []
    if (method === 'GET' && rest === 'limits') return json(response, 200, {})
    if (method === 'GET' && rest === 'query') {
      const [, object, field = '', value = ''] =
        /^SELECT Id FROM (Contact|Account) WHERE (\w+) = '((?:[^'\\]|\\.)*)' ORDER BY CreatedDate LIMIT 1$/.exec(
          query.get('q') ?? '',
        ) ?? []
      if (!object) return refuse(400, 'MALFORMED_QUERY', 'unexpected token')
      const sought = value.replaceAll(/\\(.)/g, '$1')
      const kept = object === 'Contact' ? people : organizations
      const [record] = [...kept].filter(([, it]) => it[field] === sought)
      return json(response, 200, { done: true, records: record ? [{ Id: record[0] }] : [] })
    }
    const [, object, id] = /^sobjects\/(Contact|Account)(?:\/(\w+))?$/.exec(rest) ?? []
    if (!object) return refuse(404, 'NOT_FOUND', 'The requested resource does not exist')
    const kept = object === 'Contact' ? people : organizations
    const { success, data, error } = (object === 'Contact' ? contact : account).safeParse(
      JSON.parse(body.toString()),
    )
    if (!success) return refuse(400, 'REQUIRED_FIELD_MISSING', z.prettifyError(error))
    if (method === 'POST' && !id) {
      const made = `003${String(++count).padStart(12, '0')}`
      kept.set(made, data)
      return json(response, 201, { id: made, success: true, errors: [] })
    }
    if (method === 'PATCH' && id) {
      if (!kept.has(id)) return refuse(404, 'NOT_FOUND', 'Provided external ID does not exist')
      kept.set(id, data)
      return void response.writeHead(204).end()
    }
    return refuse(405, 'METHOD_NOT_ALLOWED', 'HTTP Method not allowed')
  })
  return {
    ...service,
    ...{ settings, organizations, people, endSessions: () => sessions.clear() },
    forget() {
      service.forget()
      organizations.clear()
      people.clear()
    },
  }
}

const plain = (xml: string) =>
  xml
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&apos;', "'")
    .replaceAll('&amp;', '&')
