import { z } from 'zod'
import { isChoice, isNotice } from '#contract/messages/kinds.ts'
import { isTurnedOff } from '#contract/messages/messages.ts'
import type { Deps } from '../../../deps.ts'
import type { Db } from '../../../platform/db/db.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import { defineJob } from '../../../platform/jobs/job.ts'
import {
  type Message,
  type Messenger,
  PermanentFailure,
} from '../../../providers/messaging/messenger.ts'
import { addressCalendarFile } from '../../plans/schedule/calendar-file.ts'
import { recordDelivery } from '../../questionnaires/safety-marks/safety-marks.service.ts'
import { unsubscribeLink } from '../notifications/unsubscribe.service.ts'
import { recordStop } from '../notifications/notifications.queries.ts'
import { listAdministrators } from '../../accounts/users/administrators.queries.ts'
import { notify } from '../notices/notify.ts'
import { closeNotice } from '../notices/notices.service.ts'
import {
  type Ended,
  findWaitingMessage,
  finishMessage,
  saveFailedAttempt,
  type WaitingMessage,
} from '../messages.queries.ts'

declare module '../../../platform/jobs/job.ts' {
  interface JobPayloads {
    deliver: { id: string }
  }
}

/** Sends a message through the active provider, which may detect duplicates by its id. */
export const deliverMessage = defineJob({
  name: 'deliver',
  payload: z.object({ id: z.uuid() }),
  queue: 'outside',
  group: 'messaging',
  // Over about five hours.
  attempts: 14,
  timeoutMs: 60_000,
  async run(deps, { id }, job) {
    const notice = await closeNotice(deps, id, job)
    const message = notice.isEnded ? undefined : await findWaitingMessage(deps.db, id)
    if (!message) return
    const ended = await send(deps, message, job.signal)
    await inTransaction(deps.db, async (tx) => {
      await job.finish(tx)
      const { userId, to } = message
      if (ended.isStopped && userId !== null && to.phone) await recordStop(tx, userId, to.phone)
      await end(tx, id, ended, job.attempt)
      if (ended.status === 'failed') return
      await notice.told?.record(tx)
      const { kind, rowIds } = message
      if (notice.told?.hasMore && rowIds && isNotice(kind))
        await notify(tx, deps, { kind, userId, by: null, rowIds, delayMs: 0 })
    })
  },
  retried: (tx, { id }, { sentence, attempt }) => saveFailedAttempt(tx, id, sentence, attempt),
  async failed(tx, { id }, { sentence, attempt }, deps) {
    await end(tx, id, { status: 'failed', error: sentence }, attempt)
    const userIds = await listAdministrators(tx)
    await notify(tx, deps, { kind: 'messagesFailing', userIds, by: null })
  },
})

async function end(tx: Db, id: string, { status, error }: Ended, attempts: number) {
  await finishMessage(tx, id, { status, error, attempts })
  await recordDelivery(tx, id, status === 'sent')
}

/** Throws if it may succeed later, or the provider rejects it. */
async function send(
  deps: Pick<Deps, 'config' | 'keys' | 'providers'>,
  message: WaitingMessage,
  signal: AbortSignal,
): Promise<Ended & { isStopped?: boolean }> {
  if (message.isExpired) {
    const error = [message.error, 'Not sent: it would arrive too late.'].filter(Boolean).join(' ')
    return { status: 'failed', error }
  }
  const { adapter } = await deps.providers.active('email_sms')
  const { userId, kind } = message
  const unsubscribeUrl =
    userId !== null && isChoice(kind) ? unsubscribeLink(deps, userId, kind) : null
  const outgoing = deliverableMessage({ ...message, unsubscribeUrl }, adapter)
  if (typeof outgoing === 'string') return { status: 'kept', error: outgoing }
  try {
    return { status: await adapter.deliver(outgoing, signal), error: null }
  } catch (error) {
    if (!(error instanceof PermanentFailure)) throw error
    return { status: 'kept', error: stoppedNote, isStopped: true }
  }
}

/** The message for a channel, or the reason why it is not sent. */
function deliverableMessage(
  {
    id,
    kind,
    subject,
    body,
    short,
    placeholderValues,
    calendar,
    to,
    ...notice
  }: WaitingMessage & Pick<Message, 'unsubscribeUrl'>,
  { channel, from = '' }: Messenger,
): Message | string {
  if (to.isDeactivated) return 'This account is deactivated.'
  const outgoing = {
    id,
    kind,
    subject,
    body,
    values: placeholderValues,
    calendars: toParts(calendar ?? '', { from, to: to.email }),
    recipient: to.email,
    unsubscribeUrl: notice.unsubscribeUrl,
  }
  if (notice.rowIds && notice.readAt && !calendar) return 'It was read before it was sent.'
  if (channel && isTurnedOff(kind, to.optOuts, channel))
    return `This person has turned off these messages by ${channel === 'text' ? 'text message' : 'email'}.`
  if (channel !== 'text') return outgoing
  if (!to.phone) return 'This person has no phone number.'
  if (to.isStopped) return stoppedNote
  return { ...outgoing, recipient: to.phone, body: short, calendars: [] }
}

/** One part for each session: a part with several would be none that calendars follow (RFC 5546, section 3.2.2). */
const toParts = (calendars: string, people: { from: string; to: string }) =>
  (calendars.match(/^BEGIN:VCALENDAR.*?^END:VCALENDAR\r\n/gms) ?? []).map((file) => {
    const [, method = ''] = /^METHOD:(\w+)/m.exec(file) ?? []
    return { method, file: addressCalendarFile(file, people) }
  })

const stoppedNote = 'This person replied STOP and no longer gets text messages.'
