import type { Deps } from '../../deps.ts'
import type { Db } from '../../platform/db/db.ts'
import { findCoachUser } from '../clients/find-follower.ts'
import { notify } from '../messages/notices/notify.ts'

type Notice = {
  kind: 'recordingFailed' | 'transcriptReady' | 'valuesToReview'
  sessionId: string
}

/** Tells the coach what the machine did with a session. */
export async function notifyCoach(
  tx: Db,
  deps: Pick<Deps, 'queue'>,
  { kind, sessionId: rowId }: Notice,
) {
  const session = await tx
    .selectFrom('session')
    .select('clientId')
    .where('id', '=', rowId)
    .executeTakeFirst()
  const userId = session ? await findCoachUser(tx, session.clientId) : null
  await notify(tx, deps, { kind, userId, by: null, rowId })
}
