import { z } from 'zod'
import { emailSmsProviders, findLoopsTemplate } from '#contract/integrations/providers/email-sms.ts'
import {
  acceptNotFound,
  type OutboundResponse,
  type Outcome,
} from '../../platform/outbound/response.ts'
import type { OutboundClient } from '../../platform/outbound/outbound-client.ts'
import { jsonBody } from '../../platform/outbound/request-body.ts'
import { Rejected } from '../../platform/jobs/errors.ts'
import type { Settings, Testable } from '../provider.ts'
import type { Messenger } from './messenger.ts'

const { fields } = emailSmsProviders['loops.so']
const apiKeyResponse = z.object({ teamName: z.string() })

/**
 * Transactional emails with Loops templates, which receive the values, `subject` and `text` of a message. Without calendar
 * files: Loops enables attachments on request only.
 */
export function loops(settings: Settings, outboundClient: OutboundClient): Messenger & Testable {
  const { label, redact } = outboundClient
  const origin = outboundClient.baseUrl('https://app.loops.so')
  const headers = { authorization: `Bearer ${settings['apiKey']}` }
  return {
    channel: 'email',
    async deliver({ id, kind, recipient, subject, body, values }, signal) {
      const field = findLoopsTemplate(kind)
      const transactionalId = settings[field]
      if (!transactionalId)
        throw new Rejected(
          'refused',
          `${label} has no template for this message: fill in "${fields[field].label}".`,
        )
      await outboundClient.send({
        purpose: 'message',
        method: 'POST',
        url: `${origin}/api/v1/transactional`,
        signal,
        headers: { ...headers, 'idempotency-key': id },
        body: jsonBody({
          transactionalId,
          email: recipient,
          addToAudience: false,
          dataVariables: { ...values, subject, text: body },
        }),
        outcomeOf: readOutcome,
      })
      return 'sent'
    },
    // Nothing here adds contacts, but the operator may have.
    async eraseRecipient(email, signal) {
      await outboundClient.send({
        ...{ purpose: 'removal of a recipient', method: 'POST', headers, signal },
        ...{ url: `${origin}/api/v1/contacts/delete`, body: jsonBody({ email }) },
        outcomeOf: acceptNotFound,
      })
    },
    async test(signal) {
      const answer = await outboundClient.send({
        purpose: 'test',
        method: 'GET',
        url: `${origin}/api/v1/api-key`,
        headers,
        signal,
      })
      return `The API key of the team ${redact(answer.json(apiKeyResponse).teamName)} works.`
    },
  }
}

/** A used idempotency key means that the message was accepted before. */
function readOutcome({ status, text }: OutboundResponse): Outcome | undefined {
  if (status === 409 && /idempoten/i.test(text)) return 'ok'
  return status < 300 && /"success"\s*:\s*false/.test(text) ? 'rejected' : undefined
}
