import { z } from 'zod'
import type { OutboundClient } from '../../platform/outbound/outbound-client.ts'
import { formBody, bytesBody } from '../../platform/outbound/request-body.ts'
import { Rejected, Unavailable } from '../../platform/jobs/errors.ts'
import type { Settings } from '../adapter.ts'

/** The last API version that supports password login; Salesforce ends it in June 2027. */
const soapVersion = '64.0'

const token = z.object({ access_token: z.string().min(1) })

/** Returns a session id: from the connected app if configured, otherwise by password. */
export async function logIn(
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
