import type { ReactNode } from 'react'
import type { OrganizationAnalytics, Participation } from '#contract/analytics/analytics.ts'
import {
  describeFigures,
  formatAtLeast,
  formatPeriod,
  formatShare,
} from '#contract/analytics/figure-words.ts'
import { formatMonth } from '#web/lib/dates.ts'
import { formatCount } from '#web/lib/numbers.ts'
import { Card, CardHeader } from '#web/ui/card.tsx'
import { ChartFrame } from '#web/ui/chart-frame.tsx'
import { ChartLine } from '#web/ui/chart-line.tsx'
import { StatCard } from '#web/ui/stat-card.tsx'
import { FigureOrDash, SampleMark } from './small-groups.tsx'

/** Whether people use it and whether it helps, in sentences first. */
export function OutcomesSection(figures: OrganizationAnalytics) {
  const { isSample, engagement, outcomes } = figures
  const { use, help, next } = describeFigures(figures)
  const count = isSample ? formatCount : formatAtLeast
  return (
    <Card aria-label="Results">
      <CardHeader
        title="Results"
        description="What you can tell your board."
        actions={isSample && <SampleMark />}
      />
      <div className="grid grid-cols-2 gap-8 max-lg:grid-cols-1 max-md:gap-6">
        <Answer question="Do people use it?" answer={use}>
          <ParticipationChart participation={outcomes.participation} count={count} />
        </Answer>
        <Answer question="Does it help?" answer={help}>
          <div className="grid grid-cols-2 gap-3">
            <Share
              label="Reliably better"
              percent={outcomes.improvedPercent}
              hint={outcomes.measured !== null && `of ${count(outcomes.measured)} measured twice`}
              isSample={isSample}
            />
            <Share
              label="Found it helpful"
              percent={engagement.helpfulPercent}
              hint={engagement.answered !== null && `of ${count(engagement.answered)} who rated`}
              isSample={isSample}
            />
            <StatCard
              label="Sessions until better"
              value={<FigureOrDash value={outcomes.sessionsUntilImproved} format={formatCount} />}
              hint="median"
            />
            <StatCard
              label="Days to first session"
              value={<FigureOrDash value={outcomes.daysToFirstSession} format={formatCount} />}
              hint="median from registration"
            />
          </div>
        </Answer>
      </div>
      {next && <p className="mt-6 max-w-prose text-muted">{next}</p>}
    </Card>
  )
}

type AnswerProps = { question: string; answer: string; children: ReactNode }

const Answer = ({ question, answer, children }: AnswerProps) => (
  <section aria-label={question}>
    <h3 className="text-base">{question}</h3>
    <p className="mt-1 mb-4 max-w-prose text-pretty">{answer}</p>
    {children}
  </section>
)

type ShareProps = {
  label: string
  percent: number | null
  hint: ReactNode
  isSample: boolean
}

const Share = ({ label, percent, hint, isSample }: ShareProps) => (
  <StatCard
    label={label}
    value={<FigureOrDash value={percent} format={(it) => formatShare(it, { isSample })} />}
    hint={hint}
  />
)

type ParticipationChartProps = { participation: Participation; count: (people: number) => string }

/** A line by month or quarter; nothing where only a year is known. */
function ParticipationChart({ participation: { by, periods }, count }: ParticipationChartProps) {
  const points = periods.flatMap(({ people }, index) =>
    people === null ? [] : [{ index, people }],
  )
  if (points.length < 2) return null
  const across = (index: number) => (100 * (index + 0.5)) / periods.length
  return (
    <ChartFrame
      label={`People with a session, by ${by}`}
      className="h-44"
      max={Math.max(...points.map(({ people }) => people))}
      columns={periods.map(({ period, isCurrent, people }, index) => ({
        key: period,
        label: by === 'month' ? formatMonth(period) : formatPeriod(period),
        name: formatPeriod(period),
        // Every second one, which a phone has room for.
        isNameless: by === 'month' && (periods.length - index) % 2 === 0,
        isStrong: isCurrent,
        values: [
          { word: 'People with a session', value: people === null ? 'Not shown' : count(people) },
        ],
      }))}
    >
      {(top) => {
        const height = (people: number) => 100 - (100 * people) / top
        return (
          <svg className="size-full overflow-visible">
            {listRuns(points).map((run) => (
              <ChartLine
                key={run[0]?.index}
                points={run.map(({ index, people }) => ({ x: across(index), y: height(people) }))}
              />
            ))}
            {points.map(({ index, people }) => (
              <circle
                key={index}
                cx={`${across(index)}%`}
                cy={`${height(people)}%`}
                r={4}
                className="fill-brand stroke-surface"
              />
            ))}
          </svg>
        )
      }}
    </ChartFrame>
  )
}

type Point = { index: number; people: number }

/** Without a line over periods that are not shown. */
function listRuns(points: readonly Point[]) {
  const runs: Point[][] = []
  for (const point of points) {
    const run = runs.at(-1)
    if (run?.at(-1)?.index === point.index - 1) run.push(point)
    else runs.push([point])
  }
  return runs
}
