import { z } from 'zod'
import type { OutboundClient } from '../../platform/outbound/outbound-client.ts'
import { jsonBody } from '../../platform/outbound/request-body.ts'
import { Rejected } from '../../platform/jobs/errors.ts'
import type { Settings, Testable } from '../provider.ts'
import { type Messenger, unsubscribeHeaders } from './messenger.ts'

const scopesResponse = z.object({ scopes: z.array(z.string()) })

/** SendGrid's Mail Send API (v3). It has no idempotency key. */
export function sendgrid(
  { apiKey = '', fromEmail = '' }: Settings,
  outboundClient: OutboundClient,
): Messenger & Testable {
  const origin = outboundClient.baseUrl('https://api.sendgrid.com')
  const headers = { authorization: `Bearer ${apiKey}`, accept: 'application/json' }
  return {
    channel: 'email',
    from: fromEmail,
    async deliver({ id, recipient, subject, body, calendars, unsubscribeUrl }, signal) {
      await outboundClient.send({
        purpose: 'message',
        method: 'POST',
        url: `${origin}/v3/mail/send`,
        headers,
        signal,
        // The delivery job retries later.
        maxAttempts: 1,
        body: jsonBody({
          personalizations: [{ to: [{ email: recipient }], custom_args: { message: id } }],
          from: { email: fromEmail },
          subject,
          ...(unsubscribeUrl !== null && { headers: unsubscribeHeaders({ unsubscribeUrl }) }),
          content: [
            { type: 'text/plain', value: body },
            ...(calendars.length === 1
              ? calendars.map(({ method, file }) => ({
                  ...{ type: `text/calendar; method=${method}`, value: file },
                }))
              : []),
          ],
          // The type of an attachment has no parameters; the method is in the file.
          ...(calendars.length > 1 && {
            attachments: calendars.map(({ file }, index) => ({
              content: Buffer.from(file).toString('base64'),
              ...{ type: 'text/calendar', filename: `session-${index + 1}.ics` },
            })),
          }),
          // Tracking would redirect links and record who opens them.
          tracking_settings: {
            click_tracking: { enable: false, enable_text: false },
            open_tracking: { enable: false },
          },
        }),
      })
      return 'sent'
    },
    // Accepted at once, and done within days.
    async eraseRecipient(email, signal) {
      await outboundClient.send({
        ...{ purpose: 'removal of a recipient', method: 'POST', headers, signal },
        ...{
          url: `${origin}/v3/recipients/erasejob`,
          body: jsonBody({ email_addresses: [email] }),
        },
      })
    },
    async test(signal) {
      const answer = await outboundClient.send({
        purpose: 'test',
        method: 'GET',
        url: `${origin}/v3/scopes`,
        headers,
        signal,
      })
      if (!answer.json(scopesResponse).scopes.includes('mail.send'))
        throw new Rejected('refused', `${outboundClient.label}: this API key may not send mail.`)
      return 'The API key works and may send mail.'
    },
  }
}
