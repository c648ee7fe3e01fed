import {
  isBellOnly,
  isNotice,
  type MessageKind,
  type NoticeKindName,
} from '#contract/messages/kinds.ts'
import { addDays } from '#contract/rules/calendar.ts'
import { truthsOf } from './truths.ts'
import {
  dayOf,
  hour,
  isAhead,
  isNight,
  listOf,
  minute,
  minuteOf,
  type Open,
  type Person,
  type Session,
  takePart,
  type World,
} from './world.ts'

/** Who is told what and when, written from the table of docs/product.md, "Messages", without the code that tells them. */
export function tellingOf(world: World) {
  const truthsFor = truthsOf(world)
  const reminded = new Set<string>()

  function tell(
    kind: NoticeKindName,
    to: (Person | null)[],
    ids: string[],
    by: Person | null,
    delay?: number,
  ) {
    for (const person of new Set(to)) {
      if (person === null || person === by || !person.isActive) continue
      const all = world.waiting.get(person) ?? new Map<NoticeKindName, Open>()
      world.waiting.set(person, all)
      const open = all.get(kind)
      const due = isBellOnly(kind) ? Infinity : world.now + (delay ?? 10 * minute)
      if (!open) all.set(kind, { since: world.now, due, ids: new Set(ids), isRead: false })
      else {
        for (const id of ids) open.ids.add(id)
        // What is new was not read.
        open.isRead = false
        if (delay !== undefined) open.due = due
      }
    }
  }

  /** A letter, at once and always. */
  const write = (kind: MessageKind, to: Person) =>
    void world.told.push({
      kind,
      to: to.email,
      at: world.now,
      what: '1',
      isSent: world.channel === 'email' || to.phone !== null,
    })

  function isUrgent(kind: string, to: Person, { ids }: Open) {
    if (kind === 'sessionSoon' || kind === 'sessionsToday') return true
    const near = (at: number) => Math.abs(at - world.now) < 12 * hour
    return (
      kind === 'sessionChanged' &&
      listOf(world.sessions, ids).some((it) => {
        const [what] = truthsFor('sessionChanged', to, { since: world.now, ids: new Set([it.id]) })
        const known = it.known.get(to)
        return (
          what &&
          (near(what.startsWith('C') ? (known?.at ?? it.at) : it.at) ||
            (known && !known.isCancelled && near(known.at)))
        )
      })
    )
  }

  function close(kind: NoticeKindName, to: Person, open: Open, what: string[]) {
    world.waiting.get(to)?.delete(kind)
    const isKept =
      (open.isRead && kind !== 'sessionChanged') ||
      to.off[world.channel].includes(kind) ||
      (world.channel === 'text' && to.phone === null)
    const said = kind === 'sessionChanged' ? what.toSorted().join(', ') : String(what.length)
    world.told.push({ kind, to: to.email, at: world.now, what: said, isSent: !isKept })
    for (const it of listOf(world.sessions, open.ids)) if (kind === 'sessionChanged') know(it, to)
    for (const it of listOf(world.shares, open.ids))
      if (kind === 'sharedConversation' && it.isShared) it.told.add(to)
  }
  const know = (it: Session, person: Person) => {
    const isIn = isAhead(world, it) && takePart(it).includes(person)
    if (isIn) it.known.set(person, { at: it.at, isCancelled: false })
    else if (it.known.has(person)) it.known.set(person, { at: it.at, isCancelled: true })
  }

  return {
    ...{ tell, write },
    /** A session was planned, moved, cancelled, restored, deleted or given to another coach. */
    changed(it: Session, by: Person) {
      for (const person of new Set([
        ...takePart(it),
        ...[...it.known].filter(([, known]) => !known.isCancelled).map(([who]) => who),
      ])) {
        const known = it.known.get(person)
        const times = [
          ...(takePart(it).includes(person) ? [it.at] : []),
          ...(known && !known.isCancelled ? [known.at] : []),
        ].filter((at) => at > world.now)
        if (!times.length) continue
        const left = Math.min(...times) - world.now
        tell(
          'sessionChanged',
          [person],
          [it.id],
          by,
          left < hour ? 0 : left < 12 * hour ? 10 * minute : undefined,
        )
      }
      if (takePart(it).includes(by))
        it.known.set(by, { at: it.at, isCancelled: it.state !== 'planned' })
    },
    /** What is due by the clock. */
    remind() {
      for (const it of world.sessions.values())
        for (const [kind, hours, least] of [
          ['sessionReminder', 24, 60],
          ['sessionSoon', 1, 5],
        ] as const) {
          const key = `${kind} ${it.id} ${it.at}`
          if (!takePart(it).includes(it.client.follower)) continue
          if (kind === 'sessionSoon' && !it.client.follower.chosen.includes(kind)) continue
          if (reminded.has(key) || it.at <= world.now + least * minute) continue
          if (!truthsFor(kind, it.client.follower, { since: 0, ids: new Set([it.id]) }).length)
            continue
          reminded.add(key)
          tell(kind, [it.client.follower], [it.id], null, hours === 1 ? 0 : undefined)
        }
      for (const coach of new Set([...world.clients.values()].map((it) => it.coach))) {
        if (!coach?.chosen.includes('sessionsToday')) continue
        const [key, at] = [`day ${coach.id} ${dayOf(world.now, coach)}`, minuteOf(world.now, coach)]
        if (reminded.has(key) || at < 7 * 60 || at >= 12 * 60) continue
        reminded.add(key)
        tell('sessionsToday', [coach], [], null, 0)
      }
      for (const {
        id,
        kind,
        dueDate,
        isDone,
        isGone,
        client: { follower: to },
      } of world.tasks.values()) {
        const key = `${id} ${dueDate}`
        if (isDone || isGone || reminded.has(key) || !to.isActive) continue
        if (dueDate !== addDays(dayOf(world.now, to), 1) || minuteOf(world.now, to) < 9 * 60)
          continue
        reminded.add(key)
        tell(`${kind}Due`, [to], [id], null)
      }
      for (const mark of world.marks)
        if (!mark.isAcknowledged && !mark.isEscalated && mark.at <= world.now - 24 * hour) {
          mark.isEscalated = true
          for (const to of world.administrators) write('safetyMarkWaiting', to)
        }
    },
    deliver() {
      for (const [to, all] of world.waiting)
        for (const [kind, open] of all) {
          if (open.due > world.now) continue
          const what = truthsFor(kind, to, open)
          if (!what.length) all.delete(kind)
          else if (isUrgent(kind, to, open) || !isNight(world.now, to)) close(kind, to, open, what)
          else for (open.due = world.now; isNight(open.due, to);) open.due += minute
        }
    },
    /** How many notices a person sees. */
    seen(to: Person) {
      const open = [...(world.waiting.get(to) ?? [])].filter(
        ([kind, it]) => truthsFor(kind, to, it).length,
      )
      return (
        world.told.filter(
          (it) => it.to === to.email && (isNotice(it.kind) || it.kind.startsWith('safety')),
        ).length + open.length
      )
    },
    read(to: Person) {
      for (const [kind, open] of world.waiting.get(to) ?? []) {
        const what = truthsFor(kind, to, open)
        if (!what.length) continue
        open.isRead = true
        if (isBellOnly(kind)) close(kind, to, open, what)
      }
    },
  }
}
