import type { NoticeKindName } from '#contract/messages/kinds.ts'
import { addDays, type CalendarDay } from '#contract/rules/calendar.ts'
import {
  type Client,
  dayOf,
  hour,
  isAhead,
  listOf,
  type Open,
  type Person,
  takePart,
  type World,
} from './world.ts'

type Facts = Pick<Open, 'ids' | 'since'>

/** What a notice says when it is sent, one entry for each row of which it is still true (docs/product.md, "Messages"). */
export function truthsOf(world: World) {
  const openTasks = (to: Person, { ids }: Facts) =>
    listOf(world.tasks, ids).filter((it) => !it.isGone && !it.isDone && it.client.follower === to)
  const dueTasks = (to: Person, open: Facts) =>
    openTasks(to, open)
      .filter(({ dueDate }) => isDueNext(dueDate, to))
      .map(idOf)
  const doneTasks = (to: Person, { ids }: Facts) =>
    listOf(world.tasks, ids)
      .filter((it) => !it.isGone && it.isDone && it.client.coach === to)
      .map(idOf)
  const isDueNext = (day: CalendarDay, to: Person) =>
    [dayOf(world.now, to), addDays(dayOf(world.now, to), 1)].includes(day)
  const remindable = (to: Person, ids: Set<string>, hours: number) =>
    listOf(world.sessions, ids)
      .filter(
        (it) =>
          isAhead(world, it) && it.client.follower === to && it.at <= world.now + hours * hour,
      )
      .filter((it) => it.changedAt < it.at - hours * hour)
      .map(idOf)

  const truths: Partial<Record<NoticeKindName, (to: Person, facts: Facts) => string[]>> = {
    sessionChanged: (to, { ids, since }) =>
      listOf(world.sessions, ids).flatMap((it) => {
        const known = it.known.get(to)
        const knows = known !== undefined && !known.isCancelled
        const at = (time: number) => `${it.id} ${new Date(time).toISOString()}`
        if (isAhead(world, it) && takePart(it).includes(to))
          return knows && known.at === it.at ? [] : [`REQUEST ${at(it.at)}`]
        return knows && known.at > since ? [`CANCEL ${at(known.at)}`] : []
      }),
    // Unless the change of the time was told instead.
    sessionReminder: (to, { ids }) => remindable(to, ids, 24),
    sessionSoon: (to, { ids }) => remindable(to, ids, 1),
    sessionsToday: (to) =>
      [...world.sessions.values()]
        .filter((it) => isAhead(world, it) && it.client.coach === to)
        .filter((it) => dayOf(it.at, to) === dayOf(world.now, to))
        .map(({ id }) => id),
    welcome: (_to, { ids }) => some(listOf(world.clients, ids).some(({ coach }) => coach === null)),
    clientWithoutCoach: (_to, { ids }) =>
      listOf(world.clients, ids).flatMap(({ id, coach, endedAt, own }) =>
        coach === null && endedAt === null && own?.isActive ? id : [],
      ),
    coachAssigned: (to, { ids, since }) =>
      some(
        listOf(world.clients, ids).some(
          (it) => it.follower === to && it.coach !== null && coachAt(it, since) !== it.coach,
        ),
      ),
    newClient: (to, { ids, since }) =>
      listOf(world.clients, ids).flatMap((it) =>
        it.coach === to && coachAt(it, since) !== to ? it.id : [],
      ),
    assignmentGiven: (to, open) => openTasks(to, open).map(idOf),
    assignmentDue: (to, open) => dueTasks(to, open),
    assignmentCompleted: (to, open) => doneTasks(to, open),
    questionnaireGiven: (to, open) => openTasks(to, open).map(idOf),
    questionnaireDue: (to, open) => dueTasks(to, open),
    questionnaireAnswered: (to, open) => doneTasks(to, open),
    sharedConversation: (to, { ids }) =>
      listOf(world.shares, ids).flatMap((it) => (it.isShared && !it.told.has(to) ? it.id : [])),
    consentRecorded: (_to, { ids, since }) =>
      some(
        listOf(world.clients, ids).some((it) =>
          latest(it).some(({ at, isByClient }) => !isByClient && at >= since),
        ),
      ),
    consentChanged: (to, { ids, since }) =>
      listOf(world.clients, ids).flatMap((it) => {
        const before = latest(it, since)
        const isChanged = latest(it).some(
          ({ purpose, isGiven, isByClient }) =>
            isByClient && before.find((old) => old.purpose === purpose)?.isGiven !== isGiven,
        )
        return isChanged && it.coach === to ? it.id : []
      }),
    coachingEnded: (to, { ids }) =>
      listOf(world.clients, ids).flatMap((it) =>
        it.endedAt !== null && [it.follower, it.coach].includes(to) ? it.id : [],
      ),
    archiveReady: (to, { ids }) =>
      some(listOf(world.exports, ids).some((it) => [it.by, it.client.follower].includes(to))),
    coachOnLeave: (_to, { ids }) =>
      [...ids].filter((id) =>
        [...world.sessions.values()].some(
          (it) => isAhead(world, it) && it.client.coach?.id === id && it.client.coach.isAway,
        ),
      ),
    transcriptReady: (to, { ids }) =>
      listOf(world.transcripts, ids).flatMap((it) => (it.client.coach === to ? it.id : [])),
  }
  return (kind: NoticeKindName, to: Person, facts: Facts) =>
    to.isActive ? (truths[kind]?.(to, facts) ?? []) : []
}

const some = (isTrue: boolean) => (isTrue ? ['1'] : [])
const idOf = ({ id }: { id: string }) => id
/** Who coached a client at a time. */
const coachAt = ({ coach, coachesUntil }: Client, at: number) => {
  const then = coachesUntil.find((it) => it.at >= at)
  return then ? then.coach : coach
}
const latest = ({ decisions }: Client, before = Infinity) => {
  const earlier = decisions.filter(({ at }) => at < before)
  return [...new Map(earlier.map((it) => [it.purpose, it])).values()]
}
