import { z } from 'zod'
import type { Door } from '../../platform/outbound/door.ts'
import { formPayload, textPayload } from '../../platform/outbound/payload.ts'
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
export async function logInTo(login: SalesforceLogin, door: Door, signal: AbortSignal) {
  const { clientId, clientSecret } = login
  return clientId && clientSecret
    ? byApp({ ...login, clientId, clientSecret }, door, signal)
    : byPassword(login, door, signal)
}

type App = { instanceUrl: string; clientId: string; clientSecret: string }

async function byApp(
  { instanceUrl, clientId, clientSecret }: App,
  door: Door,
  signal: AbortSignal,
) {
  const answer = await door.call({
    ...{ purpose: 'login', method: 'POST', signal },
    url: `${door.address(instanceUrl)}/services/oauth2/token`,
    body: formPayload({
      ...{ grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret },
    }),
  })
  return answer.json(token).access_token
}

async function byPassword(
  { username, password, securityToken, instanceUrl }: SalesforceLogin,
  door: Door,
  signal: AbortSignal,
) {
  const isSandbox = new URL(instanceUrl).hostname.includes('.sandbox.')
  const host = `https://${isSandbox ? 'test' : 'login'}.salesforce.com`
  const answer = await door.call({
    ...{ purpose: 'login', method: 'POST', signal },
    url: `${door.address(host)}/services/Soap/u/${soapVersion}`,
    headers: { soapaction: '""' },
    // A fault comes with 500, and is an answer all the same.
    verdict: ({ status, text }) =>
      status === 500 && /faultstring/.test(text) ? 'refused' : undefined,
    body: textPayload(
      `<?xml version="1.0" encoding="utf-8"?><env:Envelope xmlns:env="http://schemas.xmlsoap.org/soap/envelope/"><env:Body><login xmlns="urn:partner.soap.sforce.com"><username>${inXml(username)}</username><password>${inXml(password + securityToken)}</password></login></env:Body></env:Envelope>`,
      'text/xml; charset=utf-8',
    ),
  })
  if (/<passwordExpired>true</.test(answer.text))
    throw new Rejected('refused', `${door.label} says: the password has expired.`)
  const [, session] = /<sessionId>([^<]+)</.exec(answer.text) ?? []
  if (!session) throw new Unavailable(`${door.label} gave an answer that cannot be read.`)
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
