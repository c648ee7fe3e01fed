import {
  type WebhookDelivery,
  type WebhookEvent,
  webhookEvent,
} from '#contract/webhooks/webhooks.ts'
import { formatDateTime } from '#web/lib/dates.ts'
import type { Tone } from '#web/ui/tone.ts'

export const eventLabels: Record<WebhookEvent, string> = {
  'session.scheduled': 'Session scheduled',
  'recording.ready': 'Recording ready',
  'transcript.ready': 'Transcript ready',
  'safety-mark.raised': 'Safety mark raised',
}

export const formatEvent = (event: string) => {
  const { data } = webhookEvent.safeParse(event)
  return data ? eventLabels[data] : 'Test'
}

export const deliveryBadges: Record<WebhookDelivery['status'], { label: string; tone: Tone }> = {
  waiting: { label: 'Waiting', tone: 'amber' },
  sent: { label: 'Delivered', tone: 'green' },
  failed: { label: 'Failed', tone: 'red' },
}

/** 'Nov 28, 2026, 3:00 PM · 2 attempts · status 204' */
export const formatDelivery = ({ createdAt, attempts, responseStatus, error }: WebhookDelivery) =>
  [
    formatDateTime(createdAt),
    `${attempts} ${attempts === 1 ? 'attempt' : 'attempts'}`,
    responseStatus && `status ${responseStatus}`,
    error,
  ]
    .filter(Boolean)
    .join(' · ')
