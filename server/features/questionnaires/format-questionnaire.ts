import type { CalendarDay } from '#contract/rules/calendar.ts'
import { calendarDay } from '#contract/rules/calendar.ts'
import { findBand, type Instrument, getScoreRange } from '#contract/questionnaires/instruments.ts'
import type { Questionnaire, QuestionnaireState } from '#contract/questionnaires/questionnaires.ts'
import type { QuestionnaireRow } from './questionnaires.queries.ts'

type EndDates = Pick<QuestionnaireRow, 'completedAt' | 'declinedAt' | 'withdrawnAt' | 'opensOn'>

/** State on a day in the time zone of the installation. */
export function getState(it: EndDates, today: CalendarDay): QuestionnaireState {
  if (it.completedAt) return 'answered'
  if (it.declinedAt) return 'declined'
  if (it.withdrawnAt) return 'withdrawn'
  return it.opensOn !== null && it.opensOn > today ? 'later' : 'open'
}

/** The band of a score. */
export function formatBand(instrument: Instrument, score: number | null) {
  const band = score === null ? undefined : findBand(instrument, score)
  return band ? { label: band.label, tone: band.tone } : null
}

export const formatInstrument = (it: Instrument): Questionnaire['instrument'] => ({
  key: it.key,
  title: it.title,
  shortTitle: it.shortTitle,
  minutes: it.minutes,
  items: it.items.length,
  ...getScoreRange(it),
  isMoreBetter: it.isMoreBetter ?? false,
  isBurnoutRisk: it.isBurnoutRisk ?? false,
  reliableChange: it.reliableChange ?? null,
  citation: it.citation,
  licence: it.licence,
})

/** Without the answers. */
export const formatQuestionnaire = (
  row: QuestionnaireRow & { assignedBy: string | null },
  timeZone: string,
): Questionnaire => {
  const { instrument, completedAt, score } = row
  return {
    id: row.id,
    instrument: formatInstrument(instrument),
    state: getState(row, calendarDay(new Date(), timeZone)),
    dueDate: row.dueDate,
    opensOn: row.opensOn,
    note: row.note,
    seriesId: row.seriesId,
    assignedAt: row.createdAt,
    assignedBy: row.assignedBy,
    isBegun: Object.keys(row.answers).length > 0,
    endedAt: completedAt ?? row.declinedAt ?? row.withdrawnAt,
    isLate:
      completedAt !== null &&
      row.dueDate !== null &&
      calendarDay(new Date(completedAt), timeZone) > row.dueDate,
    weekNumber: row.weekNumber,
    score,
    band: formatBand(instrument, score),
  }
}
