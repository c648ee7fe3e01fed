import { z } from 'zod'
import { emailSmsProviders, loopsTemplateOf } from '#contract/providers/email-sms.ts'
import type { OutboundResponse, Outcome } from '../../platform/outbound/response.ts'
import type { OutboundClient } from '../../platform/outbound/outbound-client.ts'
import { jsonBody } from '../../platform/outbound/request-body.ts'
import { Rejected } from '../../platform/jobs/errors.ts'
import type { Settings, Testable } from '../adapter.ts'
import type { Messenger } from './messenger.ts'

const { fields } = emailSmsProviders['loops.so']

/**
 * Loops' transactional mails. Their texts are templates there; what stands in them is handed over by name, with `subject`
 * and `text` as they are written here. A calendar file is not sent: Loops takes attachments only by arrangement.
 */
export function loops(settings: Settings, outboundClient: OutboundClient): Messenger & Testable {
  const origin = outboundClient.baseUrl('https://app.loops.so')
  const headers = { authorization: `Bearer ${settings['apiKey']}` }
  return {
    channel: 'email',
    async deliver({ id, kind, recipient, subject, body, values }, signal) {
      const field = loopsTemplateOf[kind]
      const transactionalId = settings[field]
      if (!transactionalId)
        throw new Rejected(
          'refused',
          `${outboundClient.label} has no template for this message: fill in "${fields[field].label}".`,
        )
      await outboundClient.send({
        ...{ purpose: 'message', method: 'POST', url: `${origin}/api/v1/transactional`, signal },
        headers: { ...headers, 'idempotency-key': id },
        body: jsonBody({
          ...{ transactionalId, email: recipient, addToAudience: false },
          dataVariables: { ...values, subject, text: body },
        }),
        outcomeOf,
      })
      return 'sent'
    },
    async test(signal) {
      const answer = await outboundClient.send({
        ...{ purpose: 'test', method: 'GET', url: `${origin}/api/v1/api-key`, headers, signal },
        outcomeOf,
      })
      const { teamName } = answer.json(z.object({ teamName: z.string() }))
      return `The API key is good, of the team ${outboundClient.redact(teamName)}.`
    },
  }
}

/** A key that was used is a mail that is on its way; a yes with `success: false` is a no. */
function outcomeOf({ status, text }: OutboundResponse): Outcome | undefined {
  if (status === 409 && /idempoten/i.test(text)) return 'ok'
  return status < 300 && /"success"\s*:\s*false/.test(text) ? 'rejected' : undefined
}
