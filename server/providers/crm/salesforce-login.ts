import { z } from 'zod'
import type { OutboundClient } from '../../platform/outbound/outbound-client.ts'
import { formBody, bytesBody } from '../../platform/outbound/request-body.ts'
import { Rejected, Unavailable } from '../../platform/jobs/errors.ts'

export type SalesforceLogin = {
  username: string
  password: string
  securityToken: string
  instanceUrl: string
  clientId: string | undefined
  clientSecret: string | undefined
}

/** The last version that has this way of logging in; Salesforce ends it in June 2027. */
const soapVersion = '64.0'

const token = z.object({ access_token: z.string().min(1) })

/**
 * Answers the name of a session: by a connected app where there is one, otherwise by name and password, which organizations
 * of today have to allow.
 */
export async function logIn(
  login: SalesforceLogin,
  outboundClient: OutboundClient,
  signal: AbortSignal,
) {
  const { clientId, clientSecret } = login
  return clientId && clientSecret
    ? byApp({ ...login, clientId, clientSecret }, outboundClient, signal)
    : byPassword(login, outboundClient, signal)
}

type App = { instanceUrl: string; clientId: string; clientSecret: string }

async function byApp(
  { instanceUrl, clientId, clientSecret }: App,
  outboundClient: OutboundClient,
  signal: AbortSignal,
) {
  const answer = await outboundClient.send({
    ...{ purpose: 'login', method: 'POST', signal },
    url: `${outboundClient.baseUrl(instanceUrl)}/services/oauth2/token`,
    body: formBody({
      ...{ grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret },
    }),
  })
  return answer.json(token).access_token
}

async function byPassword(
  { username, password, securityToken, instanceUrl }: SalesforceLogin,
  outboundClient: OutboundClient,
  signal: AbortSignal,
) {
  const isSandbox = new URL(instanceUrl).hostname.includes('.sandbox.')
  const host = `https://${isSandbox ? 'test' : 'login'}.salesforce.com`
  const answer = await outboundClient.send({
    ...{ purpose: 'login', method: 'POST', signal },
    url: `${outboundClient.baseUrl(host)}/services/Soap/u/${soapVersion}`,
    headers: { soapaction: '""' },
    // A fault comes with 500, and is an answer all the same.
    outcomeOf: ({ status, text }) =>
      status === 500 && /faultstring/.test(text) ? 'rejected' : undefined,
    body: bytesBody(
      `<?xml version="1.0" encoding="utf-8"?><env:Envelope xmlns:env="http://schemas.xmlsoap.org/soap/envelope/"><env:Body><login xmlns="urn:partner.soap.sforce.com"><username>${inXml(username)}</username><password>${inXml(password + securityToken)}</password></login></env:Body></env:Envelope>`,
      'text/xml; charset=utf-8',
    ),
  })
  if (/<passwordExpired>true</.test(answer.text))
    throw new Rejected('refused', `${outboundClient.label} says: the password has expired.`)
  const [, session] = /<sessionId>([^<]+)</.exec(answer.text) ?? []
  if (!session)
    throw new Unavailable(`${outboundClient.label} sent a response that could not be read.`)
  return session
}

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
}
const inXml = (text: string) => text.replaceAll(/[&<>"']/g, (sign) => entities[sign] ?? '')
