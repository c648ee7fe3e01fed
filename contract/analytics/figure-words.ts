import { maxDuration, durationStep, type OrganizationAnalytics } from './analytics.ts'

const whole = new Intl.NumberFormat('en-US')

/** '12+' for 12 or more */
export const formatAtLeast = (number: number) => `${whole.format(number)}+`

/** '30–45 min' */
export const formatDurationRange = (minutes: number) =>
  minutes >= maxDuration
    ? `${formatAtLeast(minutes)} min`
    : `${minutes}–${minutes + durationStep} min`

/** 'Mar 2026', 'Q1 2026' or '2026' of YYYY-MM, YYYY-Qn or YYYY. */
export function formatPeriod(period: string) {
  const [year = '', part] = period.split('-')
  if (part === undefined || part.startsWith('Q')) return part ? `${part} ${year}` : year
  const options = { month: 'short', year: 'numeric', timeZone: 'UTC' } as const
  return new Date(`${period}-01T00:00:00Z`).toLocaleDateString('en-US', options)
}

export type FigureWords = Pick<
  OrganizationAnalytics,
  'isSample' | 'coverage' | 'engagement' | 'outcomes' | 'minimumGroup'
>

/** '66%+': shares are rounded down, but for samples. */
export const formatShare = (percent: number, { isSample }: Pick<FigureWords, 'isSample'>) =>
  `${percent}%${isSample || percent === 100 ? '' : '+'}`

/** What an organization may say of its figures, in sentences. `next`: what appears when more people take part. */
export function describeFigures(figures: FigureWords) {
  const { use, help } = { use: describeUse(figures), help: describeHelp(figures) }
  return {
    use: use.join(' ') || 'Too few people take part to say.',
    help: help.join(' ') || 'Too few people have answered to say.',
    next: describeNext(figures),
  }
}

function describeUse({ isSample, coverage, outcomes: { participation } }: FigureWords) {
  const { enrolled, eligible, coveragePercent } = coverage
  const latest = participation.periods.findLast((it) => it.people !== null)
  const people =
    latest?.people && (isSample ? whole.format(latest.people) : formatAtLeast(latest.people))
  return [
    ...(enrolled === null || coveragePercent === null
      ? []
      : [
          `${whole.format(enrolled)} of ${whole.format(eligible)} employees (${coveragePercent}%) take part.`,
        ]),
    ...(latest && people
      ? [
          `${people} had a session in ${formatPeriod(latest.period)}${latest.isCurrent ? ' so far' : ''}.`,
        ]
      : []),
  ]
}

function describeHelp({ isSample, engagement, outcomes }: FigureWords) {
  const { answered, helpfulPercent } = engagement
  const { measured, improvedPercent, sessionsUntilImproved } = outcomes
  const people = (count: number) =>
    `${isSample ? whole.format(count) : formatAtLeast(count)} people`
  const share = (percent: number) => `${isSample || percent === 100 ? '' : 'At least '}${percent}%`
  const within =
    sessionsUntilImproved === null
      ? ''
      : `, half of them within ${formatSessions(sessionsUntilImproved)}`
  return [
    answered === null
      ? []
      : helpfulPercent === null
        ? `${people(answered)} rated their last session, too few to show a share.`
        : `${share(helpfulPercent)} of ${people(answered)} found their last session helpful.`,
    measured === null
      ? []
      : improvedPercent === null
        ? `${people(measured)} answered a questionnaire more than once, too few to show a share.`
        : `${share(improvedPercent)} of ${people(measured)} who answered a questionnaire more than once are reliably better${within}.`,
  ].flat()
}

/** '4 sessions' */
const formatSessions = (count: number) => `${count} ${count === 1 ? 'session' : 'sessions'}`

function describeNext({ engagement, outcomes, minimumGroup }: FigureWords) {
  const missing = [
    ...(outcomes.participation.by === 'month' ? [] : ['participation by month']),
    ...(engagement.helpfulPercent === null ? ['how helpful sessions are'] : []),
    ...(outcomes.improvedPercent === null ? ['how many people improve'] : []),
    ...(outcomes.daysToFirstSession === null ? ['how soon people have their first session'] : []),
  ]
  if (missing.length === 0) return null
  const list = new Intl.ListFormat('en-US').format(missing)
  return `When more people take part and answer, you also see ${list}. Groups under ${minimumGroup} are hidden.`
}
