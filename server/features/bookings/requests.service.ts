import type { WaitingRequest } from '#contract/bookings/session-requests.ts'
import type { RequestStatus } from '#contract/bookings/bookings.ts'
import type { Db } from '../../platform/db/db.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { AppError } from '../../platform/errors.ts'
import type { Actor } from '../../platform/http/mount.ts'
import { newId } from '../../platform/ids.ts'
import { audit, auditOpening } from '../audit/audit.ts'
import { isOpen } from '../availability/agenda.ts'
import { readAgenda } from '../availability/free-times.ts'
import { notify } from '../messages/notices/notify.ts'
import { requestHoldMs } from './ask-for-time.ts'
import { listBookings } from './bookings.service.ts'
import {
  findChangeableRequest,
  findOwnRequest,
  type FoundRequest,
  listWaitingRequests,
  lockRequest,
  updateAnswer,
  updateOffer,
} from './requests.queries.ts'
import { searchTimes } from './search-times.ts'
import { lockSessionToMove, type Needs, taken, bookTime, withCoachTimes } from './book-time.ts'

export async function listRequests(
  { db }: Needs,
  actor: Actor,
  asked: { clientId?: string | undefined; of: 'mine' | 'all' },
): Promise<WaitingRequest[]> {
  const requests = await listWaitingRequests(db, actor, asked)
  for (const clientId of new Set(requests.map((it) => it.clientId)))
    await auditOpening(db, actor, {
      ...{ action: 'client-listed', table: 'client', rowIds: [clientId], clientId },
    })
  return requests
}

type Locked = Awaited<ReturnType<typeof lockRequest>>
type Answering = { tx: Db; found: FoundRequest; request: Locked }

/** Locks whatever belongs to a request, in the order of all locks. Throws conflict unless it is in one of these states. */
async function withRequest(
  deps: Needs,
  id: string,
  found: FoundRequest,
  states: readonly RequestStatus[],
  work: (answering: Answering) => Promise<unknown>,
) {
  await withCoachTimes(deps, found, async (tx) => {
    if (found.sessionId !== null) await lockSessionToMove(tx, found.sessionId)
    const request = await lockRequest(tx, id)
    if (!states.includes(request.status))
      throw new AppError('conflict', 'This request has already ended or been answered.')
    await work({ tx, found, request })
  })
}

const auditAnswer = (
  tx: Db,
  actor: Actor,
  id: string,
  { clientId }: FoundRequest,
  answer: string,
) =>
  audit(tx, actor, {
    ...{ action: 'session-request-answered', table: 'session_request', rowId: id, clientId },
    details: { answer },
  })

/** Plans or moves the session, of which the client is told as of any other change. Limits for clients do not apply. */
export async function accept(deps: Needs, actor: Actor, id: string) {
  const found = await findChangeableRequest(deps.db, actor, id)
  await withRequest(deps, id, found, ['open'], async ({ tx, request: { startsAt } }) => {
    await confirm(tx, deps, actor, id, { ...found, startsAt }, actor.userId)
    await auditAnswer(tx, actor, id, found, 'accepted')
  })
  return { ok: true as const }
}

/** The request ends first, so that moving the session does not outdate it. */
async function confirm(
  tx: Db,
  deps: Needs,
  actor: Actor,
  id: string,
  time: FoundRequest & { startsAt: string },
  by: string | null,
) {
  if (Date.parse(time.startsAt) <= Date.now())
    throw new AppError('conflict', 'This time has passed.')
  await updateAnswer(tx, id, { status: 'accepted', by })
  await bookTime(tx, deps, actor, { ...time, id: newId() })
}

export async function decline(deps: Needs, actor: Actor, id: string, words: string | null) {
  const found = await findChangeableRequest(deps.db, actor, id)
  await withRequest(deps, id, found, ['open', 'offered'], async ({ tx, request }) => {
    await updateAnswer(tx, id, { status: 'declined', by: actor.userId, words: words || null })
    await auditAnswer(tx, actor, id, found, 'declined')
    await notifyOfAnswer(tx, deps, actor, request)
  })
  return { ok: true as const }
}

const notifyOfAnswer = (
  tx: Db,
  deps: Needs,
  { userId: by }: Actor,
  { id: rowId, followerUserId: userId }: Locked,
) => notify(tx, deps, { kind: 'sessionRequestAnswered', userId, by, rowId })

/** Holds other times in the place of the one that the client asked for, whether or not the coach is free then. */
export async function offer(
  deps: Needs,
  actor: Actor,
  id: string,
  { times, words }: { times: string[]; words: string | null },
) {
  const found = await findChangeableRequest(deps.db, actor, id)
  const now = Date.now()
  if (times.some((at) => Date.parse(at) <= now))
    throw new AppError('invalid', 'Choose times ahead.', { times: 'Choose times ahead.' })
  const latest = Math.max(...times.map((at) => Date.parse(at)))
  await withRequest(deps, id, found, ['open', 'offered'], async ({ tx, request }) => {
    await updateOffer(tx, id, {
      ...{ status: 'offered', by: actor.userId, words: words || null, times },
      heldMinutes: request.durationMinutes + deps.installation.sessionGapMinutes,
      lapsesAt: new Date(Math.min(now + requestHoldMs, latest)).toISOString(),
    })
    await auditAnswer(tx, actor, id, found, 'offered')
    await notifyOfAnswer(tx, deps, actor, request)
  })
  return { ok: true as const }
}

export async function findTimesToOffer(
  { db, installation }: Needs,
  actor: Actor,
  id: string,
  days: { from: string; until: string },
) {
  const found = await findChangeableRequest(db, actor, id)
  const { clientId, coachId, sessionId, durationMinutes: minutes } = found
  const except = sessionId ?? undefined
  const wanted = { installation, clientId, coachId, minutes, except, exceptRequest: id }
  return searchTimes(db, wanted, { ...days, noticeHours: 0 })
}

/** Throws conflict if the coach has planned something else then. */
export async function choose(deps: Needs, actor: Actor, id: string, startsAt: string) {
  const found = await findOwnRequest(deps.db, actor.userId, id)
  await withRequest(deps, id, found, ['offered'], async ({ tx, request }) => {
    const { durationMinutes, offered } = request
    if (!offered.some((at) => Date.parse(at) === Date.parse(startsAt)))
      throw new AppError('conflict', 'Your coach does not offer this time.')
    const from = new Date(startsAt)
    const until = new Date(from.getTime() + durationMinutes * 60_000)
    const agenda = await readAgenda(tx, {
      ...{ installation: deps.installation, clientId: found.clientId, coachId: found.coachId },
      ...{ from, until, except: found.sessionId ?? undefined, exceptRequest: id },
    })
    if (!isOpen(agenda, { startsAt: from.getTime(), endsAt: until.getTime() })) throw taken()
    await confirm(tx, deps, actor, id, { ...found, startsAt }, null)
  })
  return listBookings(deps, actor.userId)
}

/** Repeated, it does nothing. */
export async function withdraw(deps: Needs, actor: Actor, id: string) {
  const { clientId } = await findOwnRequest(deps.db, actor.userId, id)
  await inTransaction(deps.db, async (tx) => {
    const { status } = await lockRequest(tx, id)
    if (status === 'withdrawn') return
    if (!['open', 'offered'].includes(status))
      throw new AppError('conflict', 'This request has already ended or been answered.')
    await updateAnswer(tx, id, { status: 'withdrawn', by: null })
    await audit(tx, actor, {
      ...{ action: 'session-request-withdrawn', table: 'session_request', rowId: id, clientId },
    })
  })
  return listBookings(deps, actor.userId)
}
