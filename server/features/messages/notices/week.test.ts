import { writeFileSync } from 'node:fs'
import { afterAll, expect, test, vi } from 'vitest'
import type { MyNotices } from '#contract/messages/notices.ts'
import { stopClock } from '../../../test/clock.ts'
import { makeAssignmentType, makeClient, makeRow, makeSession } from '../../../test/make.ts'
import { questionnaireCalls } from '../../../test/questionnaires.ts'
import { runQueuedJobs } from '../../../test/run-queued-jobs.ts'
import { testApp } from '../../../test/test-app.ts'
import { planActs } from '../../../test/week/plan-acts.ts'
import { weekPlayers } from '../../../test/week/players.ts'
import { sessionActs } from '../../../test/week/session-acts.ts'
import { tellingOf } from '../../../test/week/telling.ts'
import { hour, minute, newWorld } from '../../../test/week/world.ts'
import { withAdapters } from '../../../test/with-adapters.ts'
import { sendAssignmentReminders } from '../../reminders/remind-of-assignments.job.ts'
import { sendSessionReminders } from '../../reminders/remind-of-sessions.job.ts'

/** When each message was delivered, by its id. */
const delivered = new Map<string, number>()
const world = newWorld()
const app = await testApp((given) =>
  withAdapters(given, {
    email_sms: {
      get channel() {
        return world.channel
      },
      from: 'care@maylab.test',
      deliver: async ({ id }) => {
        expect(delivered.has(id)).toBe(false)
        delivered.set(id, world.now)
        return 'sent'
      },
    },
  }),
)
const { deps, db, sessionDefinitionId } = app
afterAll(() => void vi.useRealTimers())

/** It ends with summer time in Copenhagen. The steps are between the quarters of an hour, on which sessions begin. */
const days = Number(process.env['WEEK_DAYS'] ?? 2)
const start = Date.parse('2036-10-27T05:05:00Z') - days * 24 * hour
const stepMs = 15 * minute
const set = await stopClock(db, new Date(start))
const setTime = (at: number) => set(new Date((world.now = at)))
await setTime(start)

const players = weekPlayers({ app, world, seed: Number(process.env['WEEK_SEED'] ?? 49) })
const { people, coaches, addPerson, addClient, pick, random, as } = players
world.administrators.push(
  await addPerson('sys.admin', [], app.systemUserId),
  await addPerson('may.admin', [], app.adminUserId),
)
for (const name of ['ada', 'ben', 'cleo', 'dan', 'eva']) {
  const it = await addPerson(`${name}.coach`, ['coach_user'])
  coaches.push(Object.assign(it, { coachId: await makeRow(db, 'coach', { userId: it.id }) }))
}
for (let index = 0; index < 50; index++) {
  const own = await addPerson(`client${index}.c`, ['client_user'])
  const coach = pick(coaches) ?? null
  const coachId = coach?.coachId ?? null
  const client = addClient(await makeClient(db, { userId: own.id, coachId }), own, own, coach)
  if (index % 10 === 0) {
    const kin = { guardianId: client.id, firstName: 'Ida', lastName: 'K', userId: null, coachId }
    addClient(await makeRow(db, 'client', kin), null, own, coach)
  }
  const id = await makeSession(db, {
    ...{ clientId: client.id, sessionDefinitionId, transcribedTextScripted: 'Coach: Hello.' },
    sessionDate: new Date(start - 48 * hour).toISOString(),
  })
  world.shares.set(id, { id, client, isShared: false, told: new Set() })
}

const telling = tellingOf(world)
const week = { app, world, telling, players }
const assignmentDefinitionId = await makeAssignmentType(db)
const forms = { assignmentDefinitionId, ...(await questionnaireCalls(app)) }
const acts = [...sessionActs(week), ...planActs(week, forms)]
const weights = acts.reduce((sum, [weight]) => sum + weight, 0)
const trace: string[] = []
async function somethingHappens() {
  await setTime(world.now + 1_000)
  let left = random() * weights
  const act = acts.find(([weight]) => (left -= weight) < 0)?.[1]
  trace.push(`${new Date(world.now).toISOString()} ${act?.name}`)
  await act?.()
}

const run = {
  signal: new AbortController().signal,
  onError: (error: Error) => expect.unreachable(error.message),
}
async function remind() {
  await sendSessionReminders(deps, run)
  await sendAssignmentReminders(deps, run)
  await deps.queue.add(db, 'notify-of-waiting-marks', {})
  await runQueuedJobs(app, 'notify-of-waiting-marks')
  telling.remind()
}

async function compareBells() {
  for (const who of people.filter(({ isActive }) => isActive)) {
    const { notices } = (await as(who, 'GET', '/api/my-notices')).json<MyNotices>()
    const [time, texts] = [new Date(world.now).toISOString(), notices.map(({ text }) => text)]
    expect.soft(texts, `${who.email} at ${time}`).toHaveLength(Math.min(50, telling.seen(who)))
  }
}

type Line = Omit<(typeof world.told)[number], 'kind'> & { kind: string }
const toLine = ({ kind, to, at, what, isSent }: Line) => {
  const time = new Date(start + Math.floor((at - start) / stepMs) * stepMs).toISOString()
  return `${time} ${kind} → ${to}: ${what}${isSent ? '' : ' (kept)'}`
}
/** What went out, in the words of the model. */
async function listOutbox() {
  const rows = await db
    .selectFrom('message')
    .selectAll()
    .where('kind', '<>', 'administratorAct')
    .where((eb) => eb.or([eb('closedAt', 'is not', null), eb('rowIds', 'is', null)]))
    .execute()
  return rows.map(({ id, kind, userId, bell, calendar, closedAt, createdAt, status }) => ({
    kind,
    to: people.find((it) => it.id === userId)?.email ?? '',
    at: delivered.get(id) ?? Date.parse(closedAt ?? createdAt),
    what: kind === 'sessionChanged' ? toEvents(calendar ?? '') : toCount(bell ?? ''),
    isSent: status === 'sent',
  }))
}
const toEvents = (calendars: string) =>
  Array.from(
    calendars.matchAll(/METHOD:(\w+)[^]*?UID:([\w-]+)@[^]*?DTSTART:(\d+)T(\d+)Z/g),
    ([, method, id, day = '', time = '']) =>
      `${method} ${id} ${day.replace(/(..)(..)$/, '-$1-$2')}T${time.replace(/(..)(..)(..)/, '$1:$2:$3')}.000Z`,
  )
    .toSorted()
    .join(', ')
const toCount = (bell: string) =>
  bell.includes(' is away with ')
    ? '1'
    : (/\b(\d+) (?:new |home )?(?:sessions|assignments|questionnaires|conversations|clients|coachings|coaches|transcripts)/.exec(
        bell,
      )?.[1] ?? '1')

test('five coaches and sixty clients are told what the table says, once, and nobody of what they did', async () => {
  for (let step = 0; step < days * 96; step++) {
    await setTime(start + step * stepMs)
    world.channel = step > days * 60 ? 'text' : 'email'
    await remind()
    for (let chance = 0.5; random() < chance; chance = 0.5) await somethingHappens()
    await runQueuedJobs(app, 'deliver', { isDue: true })
    telling.deliver()
    if (step % 96 === 70) await compareBells()
  }
  const [is, should] = [await listOutbox(), world.told].map((it) => it.map(toLine).toSorted())
  const file = process.env['WEEK_FILE']
  if (file) writeFileSync(file, JSON.stringify({ trace, is, should }, null, 1))
  expect(is).toEqual(should)
}, 600_000)
