import { parseTurns } from '#contract/rules/conversation-turns.ts'
import type { UrgentLine } from '#contract/sessions/sessions.ts'
import { formatHours } from '#contract/rules/words.ts'
import { getSessionTranscript } from '../../analysis/evidence/evidence.queries.ts'
import { emitEvent } from '../../webhooks/deliveries.queries.ts'
import { audit } from '../../audit/audit.ts'
import { hasConsent } from '../../../platform/consent.ts'
import type { Db } from '../../../platform/db/db.ts'
import type { Deps } from '../../../deps.ts'
import type { Actor } from '../../../platform/http/mount.ts'
import { linkOrigin } from '../../../platform/http/origin.ts'
import { activeChannel, canReach, type Channel, sendMessage } from '../../messages/send-message.ts'
import { findUrgentLines, isSameLine } from './urgent-lines.ts'
import {
  findCoachToNotify,
  insertMark,
  findLatestMark,
  listLineMarks,
  setLines,
} from './safety-marks.queries.ts'

export type NotifyDeps = Pick<Deps, 'config' | 'installation' | 'queue'>
type Alert = {
  questionnaireId: string
  clientId: string
  /** How messages are currently sent. */
  channel: Channel
  /** Worse than the previous answer. */
  isWorse: boolean
}

/**
 * Raises a mark and notifies the coach, once per questionnaire and again for a worse answer after an acknowledgement. The
 * caller has locked the questionnaire. Message and mark contain neither question nor answer nor name. The coach counts as
 * notified only if active and reachable by the current `channel`.
 */
export async function raiseMark(
  tx: Db,
  deps: NotifyDeps,
  actor: Actor,
  { channel, isWorse, ...of }: Alert,
) {
  const last = await findLatestMark(tx, of.questionnaireId)
  if (last && !(last.acknowledgedAt && isWorse)) return
  await notifyOfMark(tx, deps, actor, channel, of)
}

type LineDeps = NotifyDeps & Pick<Deps, 'providers'>

/**
 * Reads a session whose text has changed for what the client said about dying, self-harm or not wanting to live, if the client
 * agreed to analysis. New lines raise a mark, or are added to the open one. The caller has locked the session.
 */
export async function markUrgentLines(tx: Db, deps: LineDeps, sessionId: string) {
  const session = await getSessionTranscript(tx, sessionId)
  if (!session || !(await hasConsent(tx, session.clientId, 'analysis'))) return
  const marks = await listLineMarks(tx, sessionId)
  const known = marks.flatMap((it) => it.lines)
  const lines: UrgentLine[] = []
  for (const line of listLines(session))
    if (![...known, ...lines].some((it) => isSameLine(it, line))) lines.push(line)
  if (!lines.length) return
  const open = marks.find((it) => it.acknowledgedAt === null)
  if (open) return void (await setLines(tx, open.id, [...open.lines, ...lines]))
  const { clientId } = session
  await notifyOfMark(tx, deps, {}, await activeChannel(deps), {
    ...{ clientId, sessionId },
    lines: JSON.stringify(lines),
  })
}

function listLines(session: NonNullable<Awaited<ReturnType<typeof getSessionTranscript>>>) {
  const { conversation, segments } = session
  const turns = parseTurns(conversation ?? '', segments).map((it) => ({ ...it, start: null }))
  // Lines of the transcript first: they have a time.
  return [...findUrgentLines(segments, session), ...findUrgentLines(turns, session)]
}

/** Inserts the mark and tells the coach. What the client said is in no entry that the client sees. */
async function notifyOfMark(
  tx: Db,
  deps: NotifyDeps,
  actor: Parameters<typeof audit>[1],
  channel: Channel,
  of: Omit<Parameters<typeof insertMark>[1], 'notifiedUserId' | 'messageId'>,
) {
  const coach = await findCoachToNotify(tx, of.clientId)
  const messageId =
    coach &&
    (await sendMessage(tx, deps, {
      kind: 'safetyMark',
      userId: coach.id,
      values: markValues(deps, of.clientId),
    }))
  const isCoachNotified =
    coach !== undefined &&
    messageId !== undefined &&
    coach.isActive &&
    (await canReach(tx, coach.id, channel))
  const notifiedUserId = isCoachNotified ? coach.id : null
  const rowId = await insertMark(tx, { ...of, notifiedUserId, messageId: messageId ?? null })
  await audit(tx, actor, {
    action: 'safety-mark-raised',
    table: 'safety_mark',
    rowId,
    ...(of.questionnaireId && { clientId: of.clientId }),
    details: { isCoachNotified },
  })
  await emitEvent(tx, deps.queue, 'safety-mark.raised', {
    safetyMarkId: rowId,
    clientId: of.clientId,
  })
}

/** Of the messages about a mark. */
export const markValues = ({ config, installation }: NotifyDeps, clientId: string) => ({
  link: `${linkOrigin(config)}/app/clients/${clientId}`,
  hours: formatHours(installation.safetyMarkHours),
})
