import { AppError } from '../../platform/errors.ts'
import type { Db } from '../../platform/db/db.ts'
import type { Actor } from '../../platform/http/mount.ts'
import { audit } from '../audit/audit.ts'
import { notify } from '../messages/notices/notify.ts'
import { findWaiting, insertRequest, type NewRequest } from './requests.queries.ts'
import type { Needs } from './book-time.ts'

const hourMs = 3_600_000

/** A request holds its time for so long. */
export const requestHoldMs = 48 * hourMs

type Wish = Omit<NewRequest, 'requestedBy' | 'lapsesAt'> & { coachUserId: string }

/** Asks the coach for a time, which is held until the request lapses: before the notice of either time begins. */
export async function askForTime(
  tx: Db,
  deps: Needs,
  actor: Actor,
  { coachUserId, ...wish }: Wish,
  sessionDate = wish.startsAt,
) {
  const { id, clientId, startsAt } = wish
  if (await findWaiting(tx, clientId))
    throw new AppError(
      'conflict',
      'You have already asked for a time. Withdraw that request first.',
    )
  const { bookingNoticeHours, sessionGapMinutes } = deps.installation
  const times = [startsAt, sessionDate].map((at) => Date.parse(at) - bookingNoticeHours * hourMs)
  const lapsesAt = new Date(Math.min(Date.now() + requestHoldMs, ...times)).toISOString()
  const request = { ...wish, requestedBy: actor.userId, lapsesAt }
  await insertRequest(tx, request, sessionGapMinutes)
  await audit(tx, actor, {
    ...{ action: 'session-requested', table: 'session_request', rowId: id, clientId },
  })
  await notify(tx, deps, {
    ...{ kind: 'sessionRequested', userId: coachUserId, by: actor.userId, rowId: id },
  })
}
