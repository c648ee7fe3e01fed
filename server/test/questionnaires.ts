import { expect } from 'vitest'
import { addDays, calendarDay } from '#contract/rules/calendar.ts'
import type {
  OpenedQuestionnaire,
  Questionnaires,
} from '#contract/questionnaires/questionnaires.ts'
import type { SessionsAndMetrics } from '#contract/sessions/sessions.ts'
import { newId } from '../platform/ids.ts'
import { makeClient, makeUser } from './make.ts'
import type { testApp } from './test-app.ts'

type Made = Awaited<ReturnType<typeof testApp>>
type Reply = Awaited<ReturnType<Made['call']>>

/** The body of a successful response. */
export function read<T>(reply: Reply) {
  expect(reply.body && reply.statusCode).toBe(200)
  return reply.json<T>()
}
export const refused = (reply: Reply) => ({
  status: reply.statusCode,
  ...reply.json<{ code: string; error: string; fields?: object }>(),
})

/** PHQ-9 answers with a score of 5 and no safety mark. */
export const calm = [1, 1, 0, 2, 0, 0, 1, 0, 0]

/** API calls of a coach and of respondents. */
export async function questionnaireCalls({ db, deps, call, signIn, emails, coachId }: Made) {
  const coach = await signIn(emails.coach)
  const today = calendarDay(new Date(), deps.installation.timeZone)
  const day = (days: number) => addDays(today, days)

  const give = (id: string, payload: object = {}, cookie = coach) =>
    call(
      {
        method: 'POST',
        url: `/api/clients/${id}/questionnaires`,
        payload: { instrument: 'phq-9', dueDate: day(7), note: '', ...payload },
      },
      cookie,
    )
  const open = (id: string, cookie: string) => call({ url: `/api/questionnaires/${id}` }, cookie)
  const answer = (id: string, item: string, value: unknown, cookie: string) =>
    call(
      { method: 'POST', url: `/api/questionnaires/${id}/answers`, payload: { item, value } },
      cookie,
    )

  return {
    ...{ coach, day, give, open, answer },
    /** A client with an account, of the coach by default. */
    somebody: async (values: { coachId?: string | null; organizationId?: string } = {}) => {
      const email = `somebody.${newId()}@example.com`
      const userId = await makeUser(db, { email, roles: ['client_user'] })
      const id = await makeClient(db, { userId, coachId, ...values })
      return { id, email, userId, cookie: await signIn(email) }
    },
    list: async (id: string, cookie = coach) =>
      (await call({ url: `/api/clients/${id}/questionnaires` }, cookie)).json<Questionnaires>(),
    send: (id: string, cookie: string, payload: object = {}) =>
      call({ method: 'POST', url: `/api/questionnaires/${id}/completion`, payload }, cookie),
    decline: (id: string, cookie: string) =>
      call({ method: 'POST', url: `/api/questionnaires/${id}/refusal` }, cookie),
    acknowledge: (id: string, note = 'We spoke today.', cookie = coach) =>
      call(
        { method: 'POST', url: `/api/safety-marks/${id}/acknowledgement`, payload: { note } },
        cookie,
      ),
    given: async (id: string, payload: object = {}) =>
      read<Questionnaires>(await give(id, payload)).questionnaires[0]?.id ?? '',
    answerAll: async (id: string, cookie: string, values: (number | null)[]) => {
      let last = await open(id, cookie)
      for (const [index, value] of values.entries())
        last = await answer(id, String(index + 1), value, cookie)
      return read<OpenedQuestionnaire>(last)
    },
    planOf: async (id: string, cookie = coach) =>
      (
        await call({ url: `/api/clients/${id}/sessions-and-metrics` }, cookie)
      ).json<SessionsAndMetrics>(),
    entriesOf: (rowId: string) =>
      db
        .selectFrom('auditEntry')
        .select(['action', 'details', 'userId', 'clientId'])
        .where('rowId', '=', rowId)
        .orderBy('id')
        .execute(),
  }
}
