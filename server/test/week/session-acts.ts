import type { tellingOf } from './telling.ts'
import type { testApp } from '../test-app.ts'
import type { Players } from './players.ts'
import type { World } from './world.ts'

export type Act = [weight: number, act: () => Promise<unknown>]
export type Week = {
  app: Awaited<ReturnType<typeof testApp>>
  world: World
  telling: ReturnType<typeof tellingOf>
  players: Players
}

/** What happens to sessions, and to who coaches whom. */
export function sessionActs({ app, world, telling, players }: Week): Act[] {
  const { sessionDefinitionId } = app
  const {
    random,
    pick,
    coaches,
    as,
    admin,
    freeTime,
    unknownIds,
    ahead,
    clients,
    withCoach,
    staffOf,
  } = players

  return [
    [
      25,
      async function assign() {
        const it = pick(random() < 0.4 ? clients((one) => one.coach === null) : clients())
        const coach = pick(coaches.filter((one) => !one.isAway && one !== it?.coach))
        if (!it || !coach) return
        await as(admin(), 'PUT', `/api/admin/clients/${it.id}/coach`, { coachId: coach.coachId })
        it.coachesUntil.push({ at: world.now, coach: it.coach })
        it.coach = coach
        telling.tell('coachAssigned', [it.follower], [it.id], admin())
        telling.tell('newClient', [coach], [it.id], admin())
        for (const session of world.sessions.values())
          if (session.client === it && session.state === 'planned' && session.at > world.now)
            telling.changed(session, admin())
        // Back at once, world.now and then.
      },
    ],
    [
      60,
      async function plan() {
        const it = withCoach()
        if (!it) return
        const [by, at] = [staffOf(it), freeTime()]
        await as(by, 'POST', `/api/clients/${it.id}/scheduled-sessions`, {
          sessionDefinitionId,
          sessionDate: new Date(at).toISOString(),
        })
        const [id = ''] = await unknownIds('session', world.sessions, it.id)
        const session = {
          id,
          client: it,
          at,
          state: 'planned' as const,
          changedAt: world.now,
          known: new Map(),
        }
        world.sessions.set(id, session)
        telling.changed(session, by)
      },
    ],
    [
      50,
      async function move() {
        const it = ahead()
        if (!it) return
        const [by, at, before] = [staffOf(it.client), freeTime(), it.at]
        const to = async (time: number) => {
          await as(by, 'PUT', `/api/sessions/${it.id}`, {
            sessionDate: new Date(time).toISOString(),
          })
          it.at = time
          it.changedAt = world.now
          telling.changed(it, by)
        }
        await to(at)
        if (random() < 0.3) await to(before)
      },
    ],
    [
      20,
      async function cancel() {
        const it = ahead()
        if (!it) return
        const by = staffOf(it.client)
        await as(by, 'POST', `/api/sessions/${it.id}/cancellation`)
        Object.assign(it, { state: 'cancelled', changedAt: world.now })
        telling.changed(it, by)
      },
    ],
    [
      15,
      async function restore() {
        const it = ahead('cancelled')
        if (!it) return
        const by = staffOf(it.client)
        await as(by, 'PUT', `/api/sessions/${it.id}`, { isArchived: false })
        Object.assign(it, { state: 'planned', changedAt: world.now })
        telling.changed(it, by)
      },
    ],
    [
      6,
      async function remove() {
        const it = ahead()
        if (!it) return
        await as(admin(), 'DELETE', `/api/sessions/${it.id}`)
        it.state = 'deleted'
        telling.changed(it, admin())
      },
    ],
    [
      6,
      async function leave() {
        const it = pick(coaches)
        if (!it) return
        await as(admin(), 'PATCH', `/api/coaches/${it.coachId}`, {
          status: it.isAway ? 'active' : 'on_leave',
        })
        it.isAway = !it.isAway
        telling.tell('coachOnLeave', world.administrators, [it.id], admin())
      },
    ],
  ]
}
