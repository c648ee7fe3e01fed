import type { Message, MessageStatus } from '#contract/messages/messages.ts'
import type { Tone } from '#web/ui/tone.ts'

export const statusLabels: Record<MessageStatus, { label: string; tone: Tone }> = {
  waiting: { label: 'Sending', tone: 'blue' },
  sent: { label: 'Sent', tone: 'green' },
  kept: { label: 'Not sent', tone: 'neutral' },
  failed: { label: 'Failed', tone: 'red' },
}

/** 'Tried 3 times'; undefined after one try. */
export function formatAttempts({ attempts, status }: Pick<Message, 'attempts' | 'status'>) {
  if (attempts === 0 || (attempts === 1 && status !== 'waiting')) return ''
  return attempts === 1 ? 'Tried once' : `Tried ${attempts} times`
}
