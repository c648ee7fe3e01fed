import { z } from 'zod'
import type { OutboundClient } from '../../platform/outbound/outbound-client.ts'
import { jsonBody } from '../../platform/outbound/request-body.ts'
import { Rejected } from '../../platform/jobs/errors.ts'
import type { Settings, Testable } from '../adapter.ts'
import type { Messenger } from './messenger.ts'

/** SendGrid's Mail Send (v3). It knows no key by which a second try would be the same mail. */
export function sendgrid(settings: Settings, outboundClient: OutboundClient): Messenger & Testable {
  const { apiKey = '', fromEmail = '' } = settings
  const origin = outboundClient.baseUrl('https://api.sendgrid.com')
  const headers = { authorization: `Bearer ${apiKey}`, accept: 'application/json' }
  return {
    channel: 'email',
    async deliver({ id, recipient, subject, body, calendar }, signal) {
      await outboundClient.send({
        ...{ purpose: 'message', method: 'POST', url: `${origin}/v3/mail/send`, headers, signal },
        // Whoever asks again may send it again: the job does, later.
        maxAttempts: 1,
        body: jsonBody({
          personalizations: [{ to: [{ email: recipient }], custom_args: { message: id } }],
          from: { email: fromEmail },
          subject,
          content: [{ type: 'text/plain', value: body }],
          // Links open accounts: they lead here, and nobody counts who opens them.
          tracking_settings: {
            click_tracking: { enable: false, enable_text: false },
            open_tracking: { enable: false },
          },
          ...(calendar !== null && { attachments: [attached(calendar)] }),
        }),
      })
      return 'sent'
    },
    async test(signal) {
      const answer = await outboundClient.send({
        ...{ purpose: 'test', method: 'GET', url: `${origin}/v3/scopes`, headers, signal },
      })
      const { scopes } = answer.json(z.object({ scopes: z.array(z.string()) }))
      if (!scopes.includes('mail.send'))
        throw new Rejected('refused', `${outboundClient.label}: this API key may not send mail.`)
      return 'The API key is good, and may send mail.'
    },
  }
}

const attached = (calendar: string) => ({
  content: Buffer.from(calendar).toString('base64'),
  ...{ filename: 'session.ics', type: 'text/calendar', disposition: 'attachment' },
})
