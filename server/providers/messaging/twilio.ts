import { z } from 'zod'
import type { OutboundClient } from '../../platform/outbound/outbound-client.ts'
import {
  acceptNotFound,
  type OutboundResponse,
  type Outcome,
} from '../../platform/outbound/response.ts'
import { formBody } from '../../platform/outbound/request-body.ts'
import { Rejected } from '../../platform/jobs/errors.ts'
import type { Settings, Testable } from '../provider.ts'
import { type Messenger, PermanentFailure } from './messenger.ts'

const maxCharacters = 1600
/** Error 21610: the recipient has opted out (STOP). */
const isUnsubscribed = /"code"\s*:\s*21610\b/
const messagesResponse = z.object({
  messages: z.array(z.object({ sid: z.string() })),
  next_page_uri: z.string().nullish(),
})
/** 409: the message is still being delivered. */
const ofDeletion = (answer: OutboundResponse): Outcome | undefined =>
  answer.status === 409 ? 'unavailable' : acceptNotFound(answer)
const accountResponse = z.object({ status: z.string() })

/** Twilio text messages, of which Twilio stores no text. It has no idempotency key. */
export function twilio(
  { accountSid = '', authToken = '', fromPhone = '' }: Settings,
  outboundClient: OutboundClient,
): Messenger & Testable {
  const { label, redact } = outboundClient
  const origin = outboundClient.baseUrl('https://api.twilio.com')
  const account = `${origin}/2010-04-01/Accounts/${encodeURIComponent(accountSid)}`
  const credentials = Buffer.from(`${accountSid}:${authToken}`).toString('base64')
  const headers = { authorization: `Basic ${credentials}` }
  return {
    channel: 'text',
    async deliver({ recipient, body }, signal) {
      let hasOptedOut = false
      try {
        await outboundClient.send({
          purpose: 'message',
          method: 'POST',
          url: `${account}/Messages.json`,
          signal,
          headers,
          maxAttempts: 1,
          body: formBody({
            To: recipient,
            From: fromPhone,
            Body: body.slice(0, maxCharacters),
            ContentRetention: 'discard',
          }),
          outcomeOf: ({ text }) => void (hasOptedOut = isUnsubscribed.test(text)),
        })
      } catch (error) {
        if (error instanceof Rejected && hasOptedOut)
          throw new PermanentFailure('refused', error.message)
        throw error
      }
      return 'sent'
    },
    // Of both directions: a person may have replied.
    async eraseRecipient(phone, signal) {
      const call = { purpose: 'removal of a recipient', headers, signal }
      for (const direction of ['To', 'From']) {
        const query = new URLSearchParams({ [direction]: phone, PageSize: '1000' })
        let url: string | undefined = `${account}/Messages.json?${query.toString()}`
        while (url) {
          const answer = await outboundClient.send({ ...call, method: 'GET', url })
          const { messages, next_page_uri } = answer.json(messagesResponse)
          for (const { sid } of messages)
            await outboundClient.send({
              ...{ ...call, method: 'DELETE', outcomeOf: ofDeletion },
              url: `${account}/Messages/${encodeURIComponent(sid)}.json`,
            })
          url = next_page_uri ? `${origin}${next_page_uri}` : undefined
        }
      }
    },
    async test(signal) {
      const answer = await outboundClient.send({
        purpose: 'test',
        method: 'GET',
        url: `${account}.json`,
        headers,
        signal,
      })
      const { status } = answer.json(accountResponse)
      if (status !== 'active')
        throw new Rejected('refused', `${label}: this account is ${redact(status)}.`)
      return 'The account is active.'
    },
  }
}
