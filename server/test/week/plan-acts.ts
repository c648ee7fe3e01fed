import { inTransaction } from '../../platform/db/transaction.ts'
import { expect } from 'vitest'
import type { MyNotices } from '#contract/messages/notices.ts'
import { addDays, calendarDay } from '#contract/rules/calendar.ts'
import { ensureClient } from '../../features/clients/new-client.ts'
import { notifyCoach } from '../../features/sessions/notify-coach.ts'
import { decideConsents } from '../decide-consents.ts'
import { makeSession, updateRow } from '../make.ts'
import type { questionnaireCalls } from '../questionnaires.ts'
import { runQueuedJobs } from '../run-queued-jobs.ts'
import type { Act, Week } from './session-acts.ts'
import { hour, type Person } from './world.ts'

type Forms = { assignmentDefinitionId: string } & Pick<
  Awaited<ReturnType<typeof questionnaireCalls>>,
  'open' | 'answer' | 'send'
>

/** What else people and the machine do. */
export function planActs(
  { app, world, telling, players }: Week,
  { assignmentDefinitionId, open, answer, send }: Forms,
): Act[] {
  const { deps, db, call, sessionDefinitionId } = app
  const { random, pick, people, addPerson, addClient, as, cookieOf, unknownIds, openTask } = players
  const { withCoach, withAccount, staffOf } = players
  const system = () => world.administrators[0] as Person

  return [
    [
      5,
      async function register() {
        const own = await addPerson(`new${world.clients.size}.c`, ['client_user'])
        const { id } = await inTransaction(db, (tx) =>
          ensureClient(tx, deps, { userId: own.id, organizationId: null, by: null }),
        )
        addClient(id, own, own, null)
        telling.tell('welcome', [own], [id], null)
        telling.tell('clientWithoutCoach', world.administrators, [id], null)
      },
    ],
    [
      35,
      async function give() {
        const isTest = random() < 0.3
        const it = isTest ? withAccount() : withCoach()
        if (!it) return
        const [by, dueDate] = [
          staffOf(it),
          addDays(
            calendarDay(new Date(world.now), deps.installation.timeZone),
            1 + Math.floor(random() * 3),
          ),
        ]
        const kind = isTest ? 'questionnaire' : 'assignment'
        const what = isTest ? { instrument: 'phq-9' } : { assignmentDefinitionId }
        await as(by, 'POST', `/api/clients/${it.id}/${kind}s`, { ...what, dueDate, note: '' })
        const [id = ''] = await unknownIds(kind, world.tasks, it.id)
        world.tasks.set(id, { id, kind, client: it, dueDate, isDone: false, isGone: false })
        telling.tell(`${kind}Given`, [it.follower], [id], by)
      },
    ],
    [
      40,
      async function complete() {
        const it = openTask()
        if (!it) return
        const by =
          it.kind === 'assignment' && it.client.coach && random() < 0.2
            ? it.client.coach
            : it.client.follower
        if (it.kind === 'assignment')
          await as(by, 'POST', `/api/assignments/${it.id}/completion`, { isCompleted: true })
        else {
          const cookie = await cookieOf(by)
          const isHard = random() < 0.4
          await open(it.id, cookie)
          for (let item = 1; item <= 9; item++)
            await answer(it.id, String(item), item < 9 ? 1 : isHard ? 2 : 0, cookie)
          if (isHard) {
            world.marks.push({
              client: it.client,
              at: world.now,
              isAcknowledged: false,
              isEscalated: false,
            })
            if (it.client.coach) telling.write('safetyMark', it.client.coach)
          }
          await send(it.id, cookie)
        }
        it.isDone = true
        telling.tell(
          it.kind === 'assignment' ? 'assignmentCompleted' : 'questionnaireAnswered',
          [it.client.coach],
          [it.id],
          by,
        )
      },
    ],
    [
      8,
      async function takeBack() {
        const it = openTask()
        if (!it) return
        const by = staffOf(it.client)
        await as(by, 'DELETE', `/api/${it.kind}s/${it.id}?scope=one&completed=0`)
        it.isGone = true
      },
    ],
    [
      8,
      async function reopen() {
        const it = pick(
          [...world.tasks.values()].filter(
            (one) =>
              one.isDone &&
              !one.isGone &&
              one.kind === 'assignment' &&
              one.client.follower.isActive,
          ),
        )
        if (!it) return
        await as(it.client.follower, 'POST', `/api/assignments/${it.id}/completion`, {
          isCompleted: false,
        })
        it.isDone = false
      },
    ],
    [
      25,
      async function share() {
        const it = pick(
          [...world.shares.values()].filter(
            (one) => one.client.coach && one.client.follower.isActive,
          ),
        )
        if (!it) return
        const by = staffOf(it.client)
        await as(
          by,
          it.isShared ? 'DELETE' : 'POST',
          `/api/sessions/${it.id}/shared-conversation`,
          {
            version: 1,
          },
        )
        it.isShared = !it.isShared
        if (it.isShared && !it.told.has(it.client.follower))
          telling.tell('sharedConversation', [it.client.follower], [it.id], by)
      },
    ],
    [
      25,
      async function decide() {
        const it = withAccount()
        const purpose = pick(['recording', 'analysis'] as const)
        const last = it?.decisions.findLast((one) => one.purpose === purpose)
        if (!it?.own || !purpose) return
        const by = last?.isGiven !== false && random() < 0.4 ? staffOf(it) : it.own
        const isGiven = by === it.own ? !(last?.isGiven ?? false) : last === undefined
        const answered = await decideConsents(
          call,
          it.id,
          { [purpose]: isGiven },
          { cookie: await cookieOf(by) },
        )
        expect([answered.statusCode, answered.body.slice(0, 200)]).toEqual([200, expect.anything()])
        it.decisions.push({ at: world.now, purpose, isGiven, isByClient: by === it.own })
        if (by === it.own) telling.tell('consentChanged', [it.coach], [it.id], by)
        else telling.tell('consentRecorded', [it.own], [it.id], by)
      },
    ],
    [
      8,
      async function end() {
        const it = withAccount()
        if (!it) return
        const by = staffOf(it)
        await as(by, 'POST', `/api/clients/${it.id}/coaching-end`, { isEnded: it.endedAt === null })
        it.endedAt = it.endedAt === null ? world.now : null
        if (it.endedAt !== null) telling.tell('coachingEnded', [it.follower, it.coach], [it.id], by)
      },
    ],
    [
      4,
      async function archive() {
        const it = withAccount()
        if (!it?.own) return
        const by = random() < 0.5 ? system() : it.own
        await as(by, 'POST', `/api/clients/${it.id}/person-export`, { password: '' })
        await runQueuedJobs(app, 'export-person')
        const key = `${it.id} ${world.now}`
        world.exports.set(key, { client: it, by })
        telling.tell('archiveReady', [by, it.own], [key], null)
      },
    ],
    [
      6,
      async function transcribe() {
        const it = withCoach()
        if (!it) return
        const sessionId = await makeSession(db, {
          clientId: it.id,
          sessionDefinitionId,
          sessionDate: new Date(world.now - 72 * hour).toISOString(),
          transcribedTextRaw: 'Speaker 1: Hello.',
        })
        await inTransaction(db, (tx) =>
          notifyCoach(tx, deps, { kind: 'transcriptReady', sessionId }),
        )
        world.transcripts.set(sessionId, { id: sessionId, client: it })
        telling.tell('transcriptReady', [it.coach], [sessionId], null)
      },
    ],
    [
      12,
      async function readBell() {
        const who = pick(people.filter(({ isActive }) => isActive))
        if (!who) return
        const { notices } = (await as(who, 'GET', '/api/my-notices')).json<MyNotices>()
        if (notices.length)
          await as(who, 'POST', '/api/my-notices/read', { ids: notices.map(({ id }) => id) })
        telling.read(who)
      },
    ],
    [
      1,
      async function deactivate() {
        const it = withAccount()
        if (!it?.own || random() < 0.5) return
        await updateRow(db, 'user', it.own.id, { deactivatedAt: new Date(world.now).toISOString() })
        it.own.isActive = false
      },
    ],
    [
      10,
      async function acknowledge() {
        const mark = world.marks.find((it) => !it.isAcknowledged && it.client.coach)
        if (!mark?.client.coach) return
        const { id } = await db
          .selectFrom('safetyMark')
          .select('id')
          .where('clientId', '=', mark.client.id)
          .where('acknowledgedAt', 'is', null)
          .orderBy('id')
          .executeTakeFirstOrThrow()
        await as(mark.client.coach, 'POST', `/api/safety-marks/${id}/acknowledgement`, {
          note: 'We spoke.',
        })
        mark.isAcknowledged = true
      },
    ],
  ]
}
