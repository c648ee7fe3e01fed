import { json, localService } from '../local-service.ts'

export const sendgridKey = 'SG.test-key.of-nobody'

type Mail = {
  personalizations: { to: { email: string }[] }[]
  from: { email: string }
  subject: string
  content: { type: string; value: string }[]
  attachments?: { content: string; filename: string; type: string }[]
}

/**
 * A fake of SendGrid's v3 API: `POST /v3/mail/send` responds 202 without a body, `GET /v3/scopes` the scopes of the
 * key, `POST /v3/recipients/erasejob` 202 with a job. Errors are `{ errors: [{ message, field, help }] }`: 401 for a wrong key, 403 for an unverified sender, 400 for
 * an invalid address, 406 without an Accept header.
 */
export const sendgridService = () =>
  localService(({ method, path, headers, body }, response) => {
    const refuse = (status: number, message: string, field: string | null = null) =>
      json(response, status, { errors: [{ message, field, help: null }] })
    if (headers.authorization !== `Bearer ${sendgridKey}`)
      return refuse(401, 'The provided authorization grant is invalid, expired, or revoked')
    if (headers.accept !== 'application/json') return refuse(406, 'Accept header is missing')
    if (method === 'GET' && path === '/v3/scopes')
      return json(response, 200, { scopes: ['mail.send', 'mail.batch.read'] })
    if (method === 'POST' && path === '/v3/recipients/erasejob') {
      const { email_addresses } = JSON.parse(String(body)) as { email_addresses?: string[] }
      if (!email_addresses?.length) return refuse(400, 'email_addresses is required')
      return json(response, 202, { job_id: 'made-up' })
    }
    if (method !== 'POST' || path !== '/v3/mail/send') return refuse(404, 'not found')
    const mail = JSON.parse(String(body)) as Mail
    if (mail.from.email !== 'care@maylab.test')
      return refuse(403, 'The from address does not match a verified Sender Identity.', 'from')
    const to = mail.personalizations[0]?.to[0]?.email ?? ''
    if (!to.includes('@'))
      return refuse(400, 'Does not contain a valid address.', 'personalizations.0.to')
    response.writeHead(202, { 'x-message-id': 'made-up' }).end()
  })
