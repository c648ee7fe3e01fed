import { audit } from '../../audit/audit.ts'
import type { Db } from '../../../platform/db/db.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import type { Deps } from '../../../deps.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Actor } from '../../../platform/http/mount.ts'
import { originOfLinks } from '../../../platform/http/origin.ts'
import { canReach, type Way, sendMessage } from '../../messages/send-message.ts'
import { questionnairesFor } from '../questionnaires.service.ts'
import {
  acknowledgeMark,
  changeTold,
  coachToTell,
  insertMark,
  lockMark,
  markOf,
  markToldBy,
} from './safety-marks.queries.ts'

type Told = Pick<Deps, 'config' | 'installation' | 'queue'>
type Alert = {
  questionnaireId: string
  clientId: string
  /** How messages leave at present. */
  way: Way
  /** Than what was answered before. */
  isWorse: boolean
}

/**
 * Marks the plan and tells the coach, once for a questionnaire, which the caller holds, and anew for an answer that is worse
 * than the one that was there when somebody acknowledged. Nobody else is told by itself, and neither the message nor the mark
 * says what was asked or answered, or whose plan it is. That the coach was told is only said of one at work whom the message
 * can reach by the `way` in which messages leave at present.
 */
export async function raiseMark(tx: Db, deps: Told, actor: Actor, { way, isWorse, ...of }: Alert) {
  const last = await markOf(tx, of.questionnaireId)
  if (last && !(last.acknowledgedAt && isWorse)) return
  const coach = await coachToTell(tx, of.clientId)
  const messageId =
    coach &&
    (await sendMessage(tx, deps, {
      ...{ kind: 'safetyMark', userId: coach.id },
      values: { link: `${originOfLinks(deps.config)}/app/clients/${of.clientId}` },
    }))
  const isCoachTold =
    coach !== undefined &&
    messageId !== undefined &&
    coach.isAtWork &&
    (await canReach(tx, coach.id, way))
  const told = isCoachTold
    ? { toldUserId: coach.id, messageId }
    : { toldUserId: null, messageId: null }
  const rowId = await insertMark(tx, { ...of, ...told })
  await audit(tx, actor, {
    ...{ action: 'safety-mark-raised', table: 'safety_mark', rowId, clientId: of.clientId },
    details: { isCoachTold },
  })
}

/**
 * A message that was to tell of a mark has ended. Where it reached nobody, nobody was told, until it is sent again to who is
 * the coach still; what is acknowledged already stays as it was.
 */
export async function noteToldBy(tx: Db, messageId: string, isSent: boolean) {
  const mark = await markToldBy(tx, messageId)
  if (!mark || (mark.toldUserId !== null) === isSent) return
  const coach = isSent ? await coachToTell(tx, mark.clientId) : undefined
  const toldUserId = coach?.isAtWork && coach.id === mark.userId ? coach.id : null
  if (toldUserId === mark.toldUserId) return
  await changeTold(tx, mark.id, toldUserId)
  await audit(
    tx,
    {},
    {
      action: isSent ? 'safety-mark-told' : 'safety-mark-not-told',
      ...{ table: 'safety_mark', rowId: mark.id },
    },
  )
}

/** Takes the mark off the plan, with what was done about it. Throws conflict where somebody did already. */
export async function acknowledge(
  deps: Pick<Deps, 'db' | 'installation'>,
  actor: Actor,
  id: string,
  note: string,
) {
  const clientId = await inTransaction(deps.db, async (tx) => {
    const mark = await lockMark(tx, actor, id)
    if (mark.acknowledgedAt)
      throw new AppError('conflict', `${mark.by ?? 'Somebody'} acknowledged this already.`)
    await acknowledgeMark(tx, id, actor, note)
    await audit(tx, actor, {
      ...{ action: 'safety-mark-acknowledged', table: 'safety_mark', rowId: id },
      clientId: mark.clientId,
    })
    return mark.clientId
  })
  return questionnairesFor(deps, actor, clientId)
}
