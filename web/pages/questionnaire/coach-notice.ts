import type { OpenedQuestionnaire } from '#contract/questionnaires/questionnaires.ts'

type Opened = Pick<OpenedQuestionnaire, 'coachName' | 'isCoachNotified' | 'isCoachActive'>

/** What the coach knows of an answer about thoughts of self-harm while the questionnaire is not sent. */
export function coachNotice({ coachName, isCoachNotified, isCoachActive }: Opened) {
  const coach = coachName ?? 'your coach'
  if (isCoachNotified === null) return 'Your answer is being saved.'
  if (isCoachNotified)
    return `A message to ${coach} says that there is something to talk about. It may not be read right away.`
  return isCoachActive
    ? `No email could be sent, but ${coach} will see that there is something to talk about when they next sign in.`
    : nobodyNotified(coachName)
}

/** Where the answers are after sending, and what the coach knows of one that should not wait. */
export function sentNotice({ coachName, isCoachNotified, isCoachActive }: Opened) {
  const coach = coachName ?? 'your coach'
  if (isCoachNotified === null)
    return coachName
      ? `Your answers have been sent to ${coach}. You’ll go through them together next time; your result is in your plan.`
      : 'Your answers have been saved. Your result is in your plan.'
  if (isCoachNotified)
    return `Your answers have been sent to ${coach}, with a message to look at them today.`
  return isCoachActive
    ? `Your answers have been saved, but no email could be sent. ${coach} will see them when they next sign in.`
    : `Your answers have been saved. ${nobodyNotified(coachName)}`
}

const nobodyNotified = (coachName: string | null) =>
  coachName
    ? `${coachName} is away at the moment, so nobody has been notified.`
    : 'You don’t have a coach at the moment, so nobody has been notified.'
