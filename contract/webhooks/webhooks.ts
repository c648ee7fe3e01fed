import { z } from 'zod'
import { idOnly, line, rowId } from '../bounds.ts'
import { endpoint } from '../endpoint.ts'

export const webhookEvent = z.enum([
  'session.scheduled',
  'recording.ready',
  'transcript.ready',
  'safety-mark.raised',
])
export type WebhookEvent = z.infer<typeof webhookEvent>

export const maxWebhooks = 10
/** Maximum number of stored deliveries of a webhook: the newest. */
export const maxDeliveries = 100

const hasCredentials = (url: string) => {
  const { username, password } = new URL(url)
  return username !== '' || password !== ''
}

export const webhookForm = z.object({
  url: line(500)
    .pipe(z.url({ protocol: /^https?$/, error: 'URL must begin with https://', abort: true }))
    .refine((it) => !hasCredentials(it), 'URL must not contain a password'),
  events: z
    .array(webhookEvent)
    .max(webhookEvent.options.length)
    .min(1, 'Choose at least one event'),
})

const delivery = z.object({
  id: rowId(),
  event: z.string(),
  createdAt: z.string(),
  status: z.enum(['waiting', 'sent', 'failed']),
  attempts: z.number().int(),
  responseStatus: z.number().int().nullable(),
  error: z.string().nullable(),
})
export type WebhookDelivery = z.infer<typeof delivery>

export const webhook = z.object({
  id: rowId(),
  url: z.string(),
  events: z.array(z.string()),
  createdAt: z.string(),
  latestDelivery: delivery.nullable(),
})
export type Webhook = z.infer<typeof webhook>

const system = { access: ['system_admin'], isForPeopleOnly: true } as const

export const listWebhooks = endpoint('GET /api/admin/webhooks', {
  ...system,
  shows: ['webhook'],
  freshness: 'always-stale',
  summary: 'Webhooks, each with its latest delivery',
  response: z.array(webhook),
})

export const createWebhook = endpoint('POST /api/admin/webhooks', {
  needsConfirmation: 'created a webhook',
  ...system,
  changes: ['webhook'],
  summary:
    'Create a webhook. Calls are signed as Standard Webhooks describe; the secret is only in this response',
  errorCodes: ['conflict'],
  body: webhookForm,
  response: webhook.extend({ secret: z.string() }),
})

export const deleteWebhook = endpoint('DELETE /api/admin/webhooks/{id}', {
  ...system,
  changes: ['webhook'],
  summary: 'Delete a webhook and its deliveries',
  params: idOnly,
  response: z.object({}),
})

export const testWebhook = endpoint('POST /api/admin/webhooks/{id}/test', {
  ...system,
  changes: ['webhook'],
  summary: 'Send an event of type `test` to a webhook',
  params: idOnly,
  response: z.object({}),
})

export const resendWebhookDelivery = endpoint(
  'POST /api/admin/webhooks/{id}/deliveries/{deliveryId}/resend',
  {
    ...system,
    changes: ['webhook'],
    summary: 'Send a failed delivery again, under the same id',
    params: idOnly.extend({ deliveryId: rowId() }),
    errorCodes: ['conflict'],
    response: z.object({}),
  },
)

export const listWebhookDeliveries = endpoint('GET /api/admin/webhooks/{id}/deliveries', {
  ...system,
  shows: ['webhook'],
  freshness: 'always-stale',
  summary: 'The latest deliveries of a webhook, newest first',
  params: idOnly,
  response: z.array(delivery),
})
