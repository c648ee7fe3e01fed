import type { InjectOptions } from 'fastify'
import { expect } from 'vitest'
import { makeUser } from '../make.ts'
import type { testApp } from '../test-app.ts'
import { type Client, hour, minute, type Person, type World } from './world.ts'

export type Coach = Person & { coachId: string }
type Given = { app: Awaited<ReturnType<typeof testApp>>; world: World; seed: number }

const zones = ['Europe/Copenhagen', 'America/New_York', 'Asia/Kathmandu']

/** The people of a week, who call the application, and chance, which is the same in each run of a seed. */
export function weekPlayers({ app: { db, call, signIn }, world, seed }: Given) {
  let state = seed
  const people: Person[] = []
  const coaches: Coach[] = []
  /** From 0 to 1, the same in each run. */
  function random() {
    state = (state + 0x6d2b79f5) | 0
    let it = Math.imul(state ^ (state >>> 15), 1 | state)
    it = (it + Math.imul(it ^ (it >>> 7), 61 | it)) ^ it
    return ((it ^ (it >>> 14)) >>> 0) / 2 ** 32
  }
  const pick = <T>(from: readonly T[]): T | undefined => from[Math.floor(random() * from.length)]
  async function addPerson(
    name: string,
    roles: Parameters<typeof makeUser>[1]['roles'],
    id?: string,
  ): Promise<Person> {
    const email = `${name}@example.com`
    const userId = id ?? (await makeUser(db, { email, roles }))
    const off = {
      email: random() < 0.2 ? ['assignmentGiven', 'newClient', 'sessionReminder'] : [],
      text: random() < 0.2 ? ['coachAssigned', 'questionnaireGiven'] : [],
    }
    const chosen = random() < 0.5 ? ['sessionSoon', 'sessionsToday'] : []
    const optOuts: Record<string, string[]> = Object.fromEntries(chosen.map((it) => [it, []]))
    for (const by of ['email', 'text'] as const)
      for (const kind of off[by]) optOuts[kind] = [...(optOuts[kind] ?? []), by]
    const zone = pick(zones) ?? ''
    const phone = random() < 0.7 ? `+45${String(1e7 + Math.floor(random() * 1e7))}` : null
    await db
      .insertInto('notification')
      .values({ userId, timeZone: zone, phone, optOuts: JSON.stringify(optOuts) })
      .execute()
    const added: Person = {
      id: userId,
      email,
      zone,
      phone,
      isActive: true,
      isAway: false,
      off,
      chosen,
    }
    people.push(added)
    return added
  }
  const cookies = new Map<string, Promise<string>>()
  /** Calls as a person, who signs in again where the session has ended. */
  async function as(
    who: Person,
    method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
    url: string,
    payload: object = {},
  ) {
    const options: InjectOptions = {
      method,
      url,
      ...(method !== 'GET' && method !== 'DELETE' && { payload }),
    }
    const answered = await call(options, await cookieOf(who))
    expect([method, url, answered.statusCode, answered.body.slice(0, 300)]).toEqual([
      method,
      url,
      200,
      expect.anything(),
    ])
    return answered
  }
  async function cookieOf(who: Person) {
    const key = `${who.email} ${Math.floor(world.now / (6 * hour))}`
    const cookie = cookies.get(key) ?? signIn(who.email)
    cookies.set(key, cookie)
    return cookie
  }
  const clients = (isFit: (it: Client) => boolean = () => true) =>
    [...world.clients.values()].filter((it) => it.follower.isActive && isFit(it))
  const withCoach = () => pick(clients((it) => it.coach !== null))
  const withAccount = () => pick(clients((it) => it.own !== null && it.coach !== null))
  const staffOf = ({ coach }: Client) => (coach && random() < 0.7 ? coach : admin())
  /** Who does what no coach may. */
  const admin = () => world.administrators[1] as Person
  const used = new Set<number>()
  /** A time that no other session has. */
  function freeTime() {
    for (;;) {
      const at =
        Math.ceil(world.now / hour) * hour +
        Math.floor(random() ** 2 * 100) * hour +
        Math.floor(random() * 3) * 20 * minute
      if (at > world.now + 3 * minute && !used.has(at)) {
        used.add(at)
        return at
      }
    }
  }
  const unknownIds = async (
    table: 'session' | 'assignment' | 'questionnaire',
    known: ReadonlyMap<string, unknown>,
    clientId: string,
  ) => {
    const rows = await db
      .selectFrom(table)
      .select('id')
      .where('clientId', '=', clientId)
      .orderBy('id', 'desc')
      .execute()
    return rows.map(({ id }) => id).filter((id) => !known.has(id) && !world.shares.has(id))
  }
  const ahead = (isFit: 'planned' | 'cancelled' = 'planned') =>
    pick(
      [...world.sessions.values()].filter(
        (it) =>
          it.state === isFit &&
          it.at > world.now + minute &&
          it.client.follower.isActive &&
          it.client.coach,
      ),
    )
  const openTask = (isDone = false) =>
    pick(
      [...world.tasks.values()].filter(
        (it) =>
          it.isDone === isDone && !it.isGone && it.client.follower.isActive && it.client.coach,
      ),
    )

  function addClient(id: string, own: Person | null, follower: Person, coach: Person | null) {
    const given = { at: world.now, isGiven: true, isByClient: true }
    const it: Client = {
      ...{ id, own, follower, coach, coachesUntil: [], endedAt: null },
      decisions:
        own && coach ? ['recording', 'analysis'].map((purpose) => ({ ...given, purpose })) : [],
    }
    world.clients.set(id, it)
    return it
  }

  return {
    ...{ random, pick, people, coaches, addPerson, addClient, as, cookieOf, admin },
    ...{ clients, withCoach, withAccount, staffOf, freeTime, unknownIds, ahead, openTask },
  }
}
export type Players = ReturnType<typeof weekPlayers>
