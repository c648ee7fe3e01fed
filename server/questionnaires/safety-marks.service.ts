import { audit } from '../audit/audit.ts'
import type { Db } from '../db/db.ts'
import { inTransaction } from '../db/transaction.ts'
import type { Deps } from '../deps.ts'
import { AppError } from '../errors.ts'
import type { Actor } from '../http/mount.ts'
import { sendMessage } from '../messages/send-message.ts'
import { questionnairesFor } from './questionnaires.service.ts'
import {
  acknowledgeMark,
  coachToTell,
  insertMark,
  lockMark,
  markOf,
} from './safety-marks.queries.ts'

type Told = Pick<Deps, 'installation' | 'queue'> & { origin: string }

/**
 * Marks the plan and tells the coach, once for a questionnaire; the caller holds it. Nobody else is told by itself, and
 * neither the message nor the mark says what was asked or answered, or whose plan it is.
 */
export async function raiseMark(
  tx: Db,
  { installation, queue, origin }: Told,
  actor: Actor,
  of: { questionnaireId: string; clientId: string },
) {
  if (await markOf(tx, of.questionnaireId)) return
  const coach = await coachToTell(tx, of.clientId)
  const rowId = await insertMark(tx, { ...of, toldUserId: coach?.id ?? null })
  if (coach)
    await sendMessage(tx, queue, {
      recipient: coach.email,
      subject: `${installation.brandName}: please look at one of your plans today`,
      body: `Hello ${coach.firstName},\n\none of your clients gave an answer that should not wait for the next session. The plan says more:\n\n${origin}/app/clients/${of.clientId}\n\nThe client was shown whom to call. Nobody else was told.\n`,
    })
  await audit(tx, actor, {
    ...{ action: 'safety-mark-raised', table: 'safety_mark', rowId, clientId: of.clientId },
    details: { isCoachTold: coach !== undefined },
  })
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
