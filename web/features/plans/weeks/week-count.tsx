import { AudioLines, FileVideo, LoaderCircle, type LucideIcon, MessagesSquare } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import type { Session, SessionStatus } from '#contract/sessions/sessions.ts'
import { formatCount } from '#web/lib/numbers.ts'
import { classNames } from '#web/ui/class-names.ts'
import type { SessionStep } from '#contract/sessions/session-needs.ts'

/** The most urgent status of its sessions styles a week; each colour has a shape, too. */
export const statusClasses: Record<SessionStatus, string> = {
  open: 'bg-amber-soft text-amber-ink ring-2 ring-amber ring-inset',
  scheduled: 'border border-dashed border-outline bg-surface text-ink',
  completed: 'bg-brand text-on-brand',
  archived:
    'border border-outline bg-surface bg-[repeating-linear-gradient(135deg,var(--color-line)_0_2px,transparent_2px_6px)] text-muted',
}
const urgency = ['open', 'scheduled', 'completed', 'archived'] as const

const needSigns: Record<SessionStep, { icon: LucideIcon; label: string }> = {
  recording: { icon: FileVideo, label: 'no recording yet' },
  transcript: { icon: AudioLines, label: 'no transcript yet' },
  conversation: { icon: MessagesSquare, label: 'no conversation yet' },
}
const transcribing = 'transcribing'

type WeekCountProps = { statuses: readonly SessionStatus[] }
export const listStatuses = (sessions: readonly Session[]) => sessions.map(({ status }) => status)
export const countClasses =
  'relative inline-flex size-9 scroll-mx-56 items-center justify-center rounded-md font-semibold tabular-nums forced-color-adjust-none'
const weekClasses = (statuses: readonly SessionStatus[]) =>
  classNames(
    countClasses,
    statusClasses[urgency.find((status) => statuses.includes(status)) ?? 'scheduled'],
  )
/** "sessions (1 open, 1 completed; no recording yet)" */
function describe(statuses: readonly SessionStatus[], more: readonly string[]) {
  const states = urgency
    .map((state) => ({ state, number: statuses.filter((it) => it === state).length }))
    .filter(({ number }) => number > 0)
    .map(({ state, number }) => `${number} ${state}`)
  return `${statuses.length === 1 ? 'session' : 'sessions'} (${[states.join(', '), ...more].join('; ')})`
}

/** A week's sessions in a read-only grid. */
export const WeekCount = ({ statuses }: WeekCountProps) => (
  <span className={weekClasses(statuses)}>
    {formatCount(statuses.length)}
    <span className="sr-only"> {describe(statuses, [])}</span>
  </span>
)

type WeekButtonProps = WeekCountProps &
  Omit<ComponentProps<'button'>, 'type' | 'title' | 'className'> & {
    name: string
    needs: readonly SessionStep[]
    isTranscribing: boolean
    isDragged: boolean
  }

export function WeekButton(props: WeekButtonProps) {
  const { name, statuses, needs, isTranscribing, isDragged, ...button } = props
  const more = [
    ...(isTranscribing ? [transcribing] : []),
    ...needs.map((it) => needSigns[it].label),
  ]
  const [first] = needs
  const Sign = isTranscribing ? LoaderCircle : first && needSigns[first].icon
  return (
    <button
      type="button"
      {...button}
      title={more.length ? more.join(', ') : undefined}
      aria-label={`${name}: ${statuses.length} ${describe(statuses, more)}`}
      className={classNames(
        weekClasses(statuses),
        isDragged ? 'cursor-grabbing opacity-50' : 'transition-transform hover:scale-110',
      )}
    >
      {formatCount(statuses.length)}
      {Sign && (
        <span
          aria-hidden
          className="absolute -right-1.5 -bottom-1.5 flex size-5 items-center justify-center rounded-full border border-line bg-surface text-ink"
        >
          <Sign size={12} className={classNames(isTranscribing && 'animate-spin')} />
        </span>
      )}
    </button>
  )
}

export const SessionLegend = ({ hasSigns = false }: { hasSigns?: boolean }) => (
  <Legend items={urgency.map((status) => [status, statusClasses[status]])}>
    {hasSigns &&
      [...Object.values(needSigns), { icon: LoaderCircle, label: transcribing }].map(
        ({ icon: Icon, label }) => (
          <li key={label} className="flex items-center gap-1.5">
            <Icon aria-hidden size={14} />
            <span className="first-letter:uppercase">{label}</span>
          </li>
        ),
      )}
  </Legend>
)

type LegendProps = {
  items: readonly (readonly [label: string, classes: string])[]
  children?: ReactNode
}

export const Legend = ({ items, children }: LegendProps) => (
  <ul className="flex flex-wrap gap-x-4 gap-y-1 px-4 py-3 text-xs text-muted">
    {items.map(([label, classes]) => (
      <li key={label} className="flex items-center gap-1.5">
        <span
          aria-hidden
          className={classNames('size-4 rounded-md forced-color-adjust-none', classes)}
        />
        <span className="first-letter:uppercase">{label}</span>
      </li>
    ))}
    {children}
  </ul>
)
