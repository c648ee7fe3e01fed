import {
  type CoachFeedback,
  feedbackDays,
  minimumAnswers,
  type OwnFeedback,
  type Rating,
} from '#contract/feedback/feedback.ts'
import type { Deps } from '../../deps.ts'
import type { Db } from '../../platform/db/db.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { AppError } from '../../platform/errors.ts'
import type { Actor } from '../../platform/http/mount.ts'
import { lastMonths, type Month, monthsShown } from '../analytics/edition/periods.ts'
import { publishedShare } from '../analytics/published-figures.ts'
import { audit } from '../audit/audit.ts'
import { findCoachUser } from '../clients/find-follower.ts'
import { notify } from '../messages/notices/notify.ts'
import { getMinimumGroup } from '../settings/installation/settings.queries.ts'
import {
  getCoachUser,
  listAnswers,
  listRatable,
  lockRatable,
  saveFeedback,
} from './feedback.queries.ts'

/** What is rated, and the last session of each client unless it was skipped, so that nobody is asked twice. */
export async function listOwnFeedback(db: Db, userId: string): Promise<OwnFeedback[]> {
  const sessions = await listRatable(db, userId)
  const asked = new Map(sessions.toReversed().map((it) => [it.clientId, it]))
  return sessions.filter(
    (it) => it.rating !== null || (it === asked.get(it.clientId) && !it.isSkipped),
  )
}

type Given = { rating: Rating | null; words?: string | undefined }

/** Throws conflict for a session that has not ended, was cancelled, or ended too long ago. */
export const give = (
  { db, queue }: Pick<Deps, 'db' | 'queue'>,
  actor: Actor,
  sessionId: string,
  { rating, words }: Given,
) =>
  inTransaction(db, async (tx) => {
    const before = await lockRatable(tx, actor.userId, sessionId)
    if (!before.canChange)
      throw new AppError(
        'conflict',
        `Feedback is possible once a session has ended, and for ${feedbackDays} days after it.`,
      )
    const { clientId, coachId } = before
    const now = rating === null ? null : (words ?? before.words) || null
    await saveFeedback(tx, { sessionId, coachId, rating, words: now })
    await audit(tx, actor, {
      ...{ action: 'feedback-given', table: 'session', rowId: sessionId, clientId },
    })
    const isWritten = now !== null && now !== before.words
    if (rating !== null && (before.rating === null || isWritten))
      await notify(
        tx,
        { queue },
        {
          ...{ kind: 'feedbackGiven', rowId: sessionId, by: actor.userId },
          userId: await findCoachUser(tx, clientId),
        },
      )
    return listOwnFeedback(tx, actor.userId)
  })

type Answer = Awaited<ReturnType<typeof listAnswers>>[number]

/** The coach in person sees the share of their answers, administrators what figures of organizations would show. */
export async function getFeedbackOfCoach(
  db: Db,
  actor: Actor,
  coachId: string,
  now = new Date(),
): Promise<CoachFeedback> {
  const { userId } = await getCoachUser(db, actor, coachId)
  const isRounded = userId !== actor.userId || actor.originalUserId !== null
  const months = lastMonths(now, monthsShown.risk)
  const answers = await listAnswers(db, coachId, months[0]?.month ?? '')
  const minimum = isRounded ? await getMinimumGroup(db) : minimumAnswers
  return {
    isRounded,
    minimum,
    months: months.map((it) => {
      const given = answers.filter(({ month }) => month === it.month)
      return {
        month: it.month,
        ...(isRounded ? shareOfPeople(isFinal(it, now) ? given : [], minimum) : shareOf(given)),
      }
    }),
  }
}

/** Otherwise administrators could see the difference that one answer makes. A session may last until the next day. */
const isFinal = ({ end }: Month, now: Date) =>
  now.getTime() > Date.parse(end) + (feedbackDays + 1) * 24 * 3_600_000

function shareOf(answers: readonly Answer[]) {
  if (answers.length < minimumAnswers) return { answered: null, helpfulPercent: null }
  const helpful = answers.filter(({ isHelpful }) => isHelpful).length
  return { answered: answers.length, helpfulPercent: Math.round((100 * helpful) / answers.length) }
}

/** Each person counts once, with the last answer. */
function shareOfPeople(answers: readonly Answer[], minimum: number) {
  const people = [...new Map(answers.map((it) => [it.clientId, it.isHelpful])).values()]
  const { whole, percent } = publishedShare(
    { whole: people.length, part: people.filter(Boolean).length },
    minimum,
  )
  return { answered: whole, helpfulPercent: percent }
}
