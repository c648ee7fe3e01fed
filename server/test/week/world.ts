import type { MessageKind, NoticeKindName } from '#contract/messages/kinds.ts'
import { type CalendarDay, calendarDay, minutesOfDay } from '#contract/rules/calendar.ts'

/** The people and things of a played week, as the notices of docs/product.md see them. */

export type Person = {
  id: string
  email: string
  zone: string
  phone: string | null
  isActive: boolean
  isAway: boolean
  /** Kinds without email, and without text messages. */
  off: { email: string[]; text: string[] }
  chosen: string[]
}
export type Client = {
  id: string
  /** Null: a family member of `follower`. */
  own: Person | null
  follower: Person
  coach: Person | null
  coachesUntil: { at: number; coach: Person | null }[]
  endedAt: number | null
  decisions: { at: number; purpose: string; isGiven: boolean; isByClient: boolean }[]
}
type Known = { at: number; isCancelled: boolean }
export type Session = {
  id: string
  client: Client
  at: number
  state: 'planned' | 'cancelled' | 'deleted'
  changedAt: number
  known: Map<Person, Known>
}
export type Task = {
  id: string
  kind: 'assignment' | 'questionnaire'
  client: Client
  dueDate: CalendarDay
  isDone: boolean
  isGone: boolean
}
export type Share = { id: string; client: Client; isShared: boolean; told: Set<Person> }
type Mark = { client: Client; at: number; isAcknowledged: boolean; isEscalated: boolean }

export type Open = { since: number; due: number; ids: Set<string>; isRead: boolean }
export type Told = { kind: MessageKind; to: string; at: number; what: string; isSent: boolean }

export const [minute, hour] = [60_000, 3_600_000]

export const newWorld = () => ({
  administrators: [] as Person[],
  now: 0,
  channel: 'email' as 'email' | 'text',
  clients: new Map<string, Client>(),
  sessions: new Map<string, Session>(),
  tasks: new Map<string, Task>(),
  shares: new Map<string, Share>(),
  transcripts: new Map<string, { id: string; client: Client }>(),
  exports: new Map<string, { client: Client; by: Person }>(),
  marks: [] as Mark[],
  waiting: new Map<Person, Map<NoticeKindName, Open>>(),
  /** What went out, or was kept. */
  told: [] as Told[],
})
export type World = ReturnType<typeof newWorld>

export const listOf = <T>(all: ReadonlyMap<string, T>, ids: ReadonlySet<string>) =>
  [...ids].flatMap((id) => all.get(id) ?? [])
export const dayOf = (at: number, { zone }: Person) => calendarDay(new Date(at), zone)
export const minuteOf = (at: number, { zone }: Person) => minutesOfDay(new Date(at), zone)
export const isNight = (at: number, person: Person) =>
  minuteOf(at, person) < 8 * 60 || minuteOf(at, person) >= 21 * 60

export const takePart = ({ client }: Session) =>
  [client.follower, client.coach].filter((it) => it !== null).filter((it) => it.isActive)
export const isAhead = ({ now }: World, it: Session) => it.state === 'planned' && it.at > now
