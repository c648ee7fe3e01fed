import { audit } from '../../audit/audit.ts'
import type { Db } from '../../../platform/db/db.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import type { Deps } from '../../../deps.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Actor } from '../../../platform/http/mount.ts'
import { getQuestionnaires } from '../questionnaires.service.ts'
import {
  acknowledgeMark,
  setNotifiedUser,
  findCoachToNotify,
  lockMark,
  lockMarkOfMessage,
} from './safety-marks.queries.ts'

/**
 * Records the delivery result of a notification: after a failure nobody counts as notified, until it is sent again to the
 * current coach. Acknowledged marks do not change.
 */
export async function recordDelivery(tx: Db, messageId: string, isSent: boolean) {
  const mark = await lockMarkOfMessage(tx, messageId)
  if (!mark || (mark.notifiedUserId !== null) === isSent) return
  const coach = isSent ? await findCoachToNotify(tx, mark.clientId) : undefined
  const notifiedUserId = coach?.isActive && coach.id === mark.userId ? coach.id : null
  if (notifiedUserId === mark.notifiedUserId) return
  await setNotifiedUser(tx, mark.id, notifiedUserId)
  await audit(
    tx,
    {},
    {
      action: isSent ? 'safety-mark-notified' : 'safety-mark-not-notified',
      table: 'safety_mark',
      rowId: mark.id,
    },
  )
}

/** Throws conflict if the mark is already acknowledged. */
export async function acknowledge(
  deps: Pick<Deps, 'db' | 'installation'>,
  actor: Actor,
  id: string,
  note: string,
) {
  const clientId = await inTransaction(deps.db, async (tx) => {
    const mark = await lockMark(tx, actor, id)
    if (mark.acknowledgedAt)
      throw new AppError('conflict', `${mark.by ?? 'Someone'} has already acknowledged this.`)
    await acknowledgeMark(tx, id, actor, note)
    await audit(tx, actor, {
      action: 'safety-mark-acknowledged',
      table: 'safety_mark',
      rowId: id,
      ...(mark.questionnaireId && { clientId: mark.clientId }),
    })
    return mark.clientId
  })
  return getQuestionnaires(deps, actor, clientId)
}
