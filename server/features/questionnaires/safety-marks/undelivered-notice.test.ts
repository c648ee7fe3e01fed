import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import type { OpenedQuestionnaire } from '#contract/questionnaires/questionnaires.ts'
import { Rejected, Unavailable } from '../../../platform/jobs/errors.ts'
import { questionnaireCalls, read } from '../../../test/questionnaires.ts'
import { getRow, updateRow } from '../../../test/make.ts'
import { runQueuedJobs } from '../../../test/run-queued-jobs.ts'
import { testApp } from '../../../test/test-app.ts'
import { withAdapters } from '../../../test/with-adapters.ts'
import type { Messenger } from '../../../providers/messaging/messenger.ts'

/** Delivers or rejects emails. */
let deliver: Messenger['deliver']
const made = await testApp((given) =>
  withAdapters(given, {
    email_sms: { channel: 'email', deliver: (message, signal) => deliver(message, signal) },
  }),
)
beforeEach(() => void (deliver = async () => 'sent'))
const { db, call, signIn, emails } = made
const { open, answer, somebody, list, ...rest } = await questionnaireCalls(made)
const { given, planOf, entriesOf } = rest
const system = await signIn(emails.system)

describe('a safety mark whose message is not delivered', () => {
  /** Processes the last message to the coach. */
  const work = async () => {
    const { id } = await db
      .selectFrom('message')
      .select('id')
      .where('recipient', '=', emails.coach)
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    await runQueuedJobs(made, 'deliver')
    return getRow(db, 'message', id)
  }
  const raised = async () => {
    const { id, cookie } = await somebody()
    const first = await given(id)
    await answer(first, '9', 3, cookie)
    const isCoachNotified = async () =>
      read<OpenedQuestionnaire>(await open(first, cookie)).isCoachNotified
    const notified = async () => [
      await isCoachNotified(),
      (await list(id)).marks.map((it) => it.told),
    ]
    expect(await notified()).toEqual([true, ['anna coach']])
    const { state } = await planOf(id)
    return { id, notified, isCoachNotified, state }
  }
  const entries = async (id: string) => {
    const [mark] = (await list(id)).marks
    return (await entriesOf(mark?.id ?? '')).map(({ action }) => action)
  }
  test.each([
    [
      'is permanently rejected',
      () => Promise.reject(new Rejected('REFUSED', 'No such mailbox.')),
      'failed',
    ],
    ['fails at its last attempt', () => Promise.reject(new Unavailable('Down.')), 'failed'],
    ['is only stored', async () => 'kept' as const, 'kept'],
  ])('counts as not notified when the message %s', async (_, delivery, status) => {
    const { id, notified, state } = await raised()
    deliver = delivery
    await sql`update pgboss.job set data = data || '{"failures": 13}' where state = 'created'`.execute(
      db,
    )
    const message = await work()
    expect(message).toMatchObject({ status, attempts: 14 })
    expect(await notified()).toEqual([false, [null]])
    expect((await planOf(id)).state).not.toBe(state)
    expect(await entries(id)).toEqual(['safety-mark-raised', 'safety-mark-not-notified'])

    // Sending it again as an administrator notifies the coach after all.
    deliver = async () => 'sent'
    await call({ method: 'POST', url: `/api/admin/messages/${message.id}/send-again` }, system)
    await work()
    expect(await notified()).toEqual([true, ['anna coach']])
    expect((await entries(id)).at(-1)).toBe('safety-mark-notified')
  })

  test('does not count as notified for a later coach', async () => {
    const { id, isCoachNotified } = await raised()
    await updateRow(db, 'client', id, { coachId: made.otherCoachId })
    expect(await isCoachNotified()).toBe(false)
  })
})
