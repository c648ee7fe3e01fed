import { z } from 'zod'
import type { OutboundResponse } from '../../platform/outbound/response.ts'
import type { OutboundClient } from '../../platform/outbound/outbound-client.ts'
import { formBody } from '../../platform/outbound/request-body.ts'
import { Rejected } from '../../platform/jobs/errors.ts'
import type { Settings, Testable } from '../adapter.ts'
import { type Messenger, PermanentFailure } from './messenger.ts'

const mostCharacters = 1600
/** Whoever it is for has answered STOP. */
const unsubscribed = 21610

/** Twilio's text messages, of which it keeps no text. It knows no key by which a second try would be the same one. */
export function twilio(settings: Settings, outboundClient: OutboundClient): Messenger & Testable {
  const { accountSid = '', authToken = '', fromPhone = '' } = settings
  const origin = outboundClient.baseUrl('https://api.twilio.com')
  const account = `${origin}/2010-04-01/Accounts/${encodeURIComponent(accountSid)}`
  const credentials = Buffer.from(`${accountSid}:${authToken}`).toString('base64')
  const headers = { authorization: `Basic ${credentials}` }
  return {
    channel: 'text',
    async deliver({ recipient, body }, signal) {
      let code: number | undefined
      try {
        await outboundClient.send({
          ...{ purpose: 'message', method: 'POST', url: `${account}/Messages.json`, signal },
          ...{ headers, maxAttempts: 1 },
          body: formBody({
            ...{ To: recipient, From: fromPhone, Body: body.slice(0, mostCharacters) },
            ContentRetention: 'discard',
          }),
          outcomeOf: (answer) => void (code = codeIn(answer)),
        })
      } catch (error) {
        if (error instanceof Rejected && code === unsubscribed)
          throw new PermanentFailure('refused', error.message)
        throw error
      }
      return 'sent'
    },
    async test(signal) {
      const answer = await outboundClient.send({
        ...{ purpose: 'test', method: 'GET', url: `${account}.json`, headers, signal },
      })
      const { status } = answer.json(z.object({ status: z.string() }))
      if (status !== 'active')
        throw new Rejected(
          'refused',
          `${outboundClient.label}: this account is ${outboundClient.redact(status)}.`,
        )
      return 'The account is active.'
    },
  }
}

const problem = z.object({ code: z.number() })

function codeIn(answer: OutboundResponse) {
  if (answer.status < 400) return undefined
  try {
    return answer.json(problem).code
  } catch {
    return undefined
  }
}
