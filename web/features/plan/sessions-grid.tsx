import { AudioLines, FileVideo, LoaderCircle, type LucideIcon, MessagesSquare } from 'lucide-react'
import { type ComponentProps, useState } from 'react'
import type { SessionsAndMetrics, SessionStatus } from '#contract/sessions.ts'
import { count } from '#web/lib/numbers.ts'
import { useTranscriptionsUnderWay } from '#web/lib/live-plan.tsx'
import { Button } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { optional } from '#web/ui/optional.tsx'
import { type Held, sessionRows } from './plan-rows.ts'
import { WeekGrid, type Weeks } from './week-grid.tsx'
import { type Lack, lacksOf } from './session-lacks.ts'
import { useWeekDrag } from './use-week-drag.ts'
import { useWeekWalk } from './use-week-walk.ts'

const MoveDropped = optional(
  async () => (await import('./move-dropped.tsx')).MoveDropped,
  'Not moved: what moves a session could not be fetched.',
)

type SessionsGridProps = {
  plan: Pick<SessionsAndMetrics, 'client' | 'sessionDefinitions' | 'sessions'>
  weeks: Weeks
  /** Missing where the sessions are only looked at. */
  onOpenWeek?: (week: number, typeId: string) => void
}

/**
 * One row per session type; a count opens the sessions of that week, and is dragged to another one. Tab leads to one
 * count, arrow keys to the others.
 */
export function SessionsGrid({ plan, weeks, onOpenWeek }: SessionsGridProps) {
  const underWay = useTranscriptionsUnderWay()
  const all = sessionRows(plan, weeks.shown)
  const [isAll, setAll] = useState(false)
  const used = all.filter((row) => row.weeks.size > 0)
  // Of a plan that has no sessions yet every type may be the first.
  const rows = isAll || !used.length ? all : used
  // Whoever only looks at the plan gives no session of another type.
  const unused = onOpenWeek && used.length ? all.length - used.length : 0
  const stops = rows.flatMap(({ weeks: filled }, row) =>
    weeks.shown.filter((week) => filled.has(week)).map((week) => ({ row, week })),
  )
  const walk = useWeekWalk(stops, weeks.current)
  const drag = useWeekDrag(weeks.shown)

  return (
    <div {...(onOpenWeek && drag.area)}>
      <WeekGrid
        label="Sessions by week"
        rowHeading="Session type"
        weeks={weeks}
        rows={rows.map((row, index) => ({
          id: row.id,
          label: row.label,
          cell: (week) => {
            const sessions = row.weeks.get(week)
            if (drag.isOver(index, week))
              return (
                <span className="inline-block size-9 rounded-md border-2 border-dashed border-brand bg-brand-soft align-middle" />
              )
            if (!sessions) return week <= weeks.current && <span className="text-muted">–</span>
            const at = { row: index, week }
            return (
              <WeekButton
                name={`${row.label}, week ${week}`}
                statuses={sessions.map(({ status }) => status)}
                {...(onOpenWeek && {
                  handlers: {
                    ...walk(at),
                    ...drag.handle(index, sessions),
                    onClick: () => onOpenWeek(week, row.id),
                  },
                  lacks: lacksOf(sessions),
                  isUnderWay: sessions.some(({ id }) => underWay.has(id)),
                })}
              />
            )
          },
          trend: <HeldCell held={row.held} />,
        }))}
      />
      {unused > 0 && (
        <div className="border-t border-line px-3 py-2 print:hidden">
          <Button variant="ghost" size="sm" aria-expanded={isAll} onClick={() => setAll(!isAll)}>
            {isAll ? 'Hide' : 'Show'} {count(unused)} unused {unused === 1 ? 'type' : 'types'}
          </Button>
        </div>
      )}
      {drag.dropped && (
        <MoveDropped
          key={drag.dropped.turn}
          client={plan.client}
          dropped={drag.dropped}
          onAnswered={drag.answered}
        />
      )}
    </div>
  )
}

/** How many of the planned sessions were held: a slope of counts would say nothing. */
const HeldCell = ({ held: { completed, planned } }: { held: Held }) =>
  planned ? (
    <span className="tabular-nums">
      {count(completed)} of {count(planned)} <span className="text-muted">completed</span>
    </span>
  ) : (
    <span className="text-muted">N/A</span>
  )

/** The state that asks most for attention gives a week its look; a shape goes with each colour. */
const looks: Record<SessionStatus, string> = {
  open: 'bg-amber-soft text-amber-ink ring-2 ring-amber ring-inset',
  scheduled: 'border border-dashed border-outline bg-surface text-ink',
  completed: 'bg-brand text-on-brand',
  archived:
    'border border-outline bg-surface bg-[repeating-linear-gradient(135deg,var(--color-line)_0_2px,transparent_2px_6px)] text-muted',
}
const urgency = ['open', 'scheduled', 'completed', 'archived'] as const

/** What a week's sessions lack has a sign and a word. */
const signs: Record<Lack, { icon: LucideIcon; word: string }> = {
  recording: { icon: FileVideo, word: 'no recording yet' },
  transcript: { icon: AudioLines, word: 'no transcript yet' },
  conversation: { icon: MessagesSquare, word: 'no conversation yet' },
}
const transcribing = 'transcription under way'

type WeekButtonProps = {
  name: string
  statuses: readonly SessionStatus[]
  /** For those who may see it. */
  lacks?: readonly Lack[]
  isUnderWay?: boolean
  /** What can be done with it. */
  handlers?: ComponentProps<'button'>
}

function WeekButton({ name, statuses, lacks = [], isUnderWay = false, handlers }: WeekButtonProps) {
  const present = urgency.filter((status) => statuses.includes(status))
  const states = present.map(
    (status) => `${statuses.filter((it) => it === status).length} ${status}`,
  )
  const number = statuses.length
  const more = [...(isUnderWay ? [transcribing] : []), ...lacks.map((it) => signs[it].word)]
  const [first] = lacks
  const Sign = isUnderWay ? LoaderCircle : first && signs[first].icon
  const words = `${number === 1 ? 'session' : 'sessions'} (${[states.join(', '), ...more].join('; ')})`
  const look = classNames(
    'relative inline-flex size-9 scroll-mx-56 items-center justify-center rounded-md font-semibold tabular-nums',
    looks[present[0] ?? 'scheduled'],
  )
  if (!handlers)
    return (
      <span className={look}>
        {count(number)}
        <span className="sr-only"> {words}</span>
      </span>
    )
  return (
    <button
      type="button"
      {...handlers}
      title={more.length ? more.join(', ') : undefined}
      aria-label={`${name}: ${number} ${words}`}
      className={classNames(look, 'transition-transform hover:scale-110')}
    >
      {count(number)}
      {Sign && (
        <span
          aria-hidden
          className="absolute -right-1.5 -bottom-1.5 flex size-5 items-center justify-center rounded-full border border-line bg-surface text-ink"
        >
          <Sign size={12} className={classNames(isUnderWay && 'animate-spin')} />
        </span>
      )}
    </button>
  )
}

/** What the looks of the counts mean. */
export const SessionLegend = () => (
  <ul className="flex flex-wrap gap-x-4 gap-y-1 px-4 py-3 text-xs text-muted">
    {urgency.map((status) => (
      <li key={status} className="flex items-center gap-1.5">
        <span aria-hidden className={classNames('size-4 rounded-md', looks[status])} />
        {words[status]}
      </li>
    ))}
    {[...Object.values(signs), { icon: LoaderCircle, word: transcribing }].map(
      ({ icon: Icon, word }) => (
        <li key={word} className="flex items-center gap-1.5">
          <Icon aria-hidden size={14} />
          {word.charAt(0).toUpperCase() + word.slice(1)}
        </li>
      ),
    )}
  </ul>
)
const words: Record<SessionStatus, string> = {
  open: 'Open',
  scheduled: 'Scheduled',
  completed: 'Completed',
  archived: 'Archived',
}
