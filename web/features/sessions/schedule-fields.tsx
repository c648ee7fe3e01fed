import { useQuery } from '@tanstack/react-query'
import { CalendarClock, CircleCheck, type LucideIcon, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { useWatch } from 'react-hook-form'
import { getConflicts, isSameSlot } from '#contract/plans/schedule.ts'
import {
  sessionMinutes,
  type SessionType,
  sessionType,
  sessionTypeLabel,
} from '#contract/definitions/session-definition.ts'
import { FieldPair, TextField } from '#web/form/fields.tsx'
import { NumberField } from '#web/form/number-field.tsx'
import { SelectField } from '#web/form/select-field.tsx'
import { formatInBothTimeZones } from '#web/lib/format-in-both-time-zones.ts'
import { timeZone } from '#web/lib/page-settings.ts'
import { formatTime, formatTimeRange } from '#web/lib/dates.ts'
import { formatCount } from '#web/lib/numbers.ts'
import { queryFor } from '#web/lib/query.ts'
import { describeConflicts } from '#web/parts/describe-conflicts.ts'
import { classNames } from '#web/ui/class-names.ts'
import { textTone, type Tone } from '#web/ui/tone.ts'
import { listTimes } from './schedule-schema.ts'

type ScheduleFieldsProps = {
  clientId: string
  /** The moved session, which does not overlap with itself. */
  except?: string
  /** The client's usual time, if known. */
  usual?: Date | undefined
}

/** Date, time, duration and place of a session, in the user's time zone. Warnings do not prevent saving. */
export function ScheduleFields({ clientId, except, usual }: ScheduleFieldsProps) {
  const [scheduledDate, scheduledTime, clockChange, minutes, type] = useWatch({
    name: ['scheduledDate', 'scheduledTime', 'clockChange', 'durationMinutes', 'sessionType'],
  }) as [string, string, string, number | undefined, SessionType]
  const [first, second] = listTimes({ scheduledDate, scheduledTime })
  const chosen = clockChange === 'after' ? (second ?? first) : first
  // A year that is being typed is not.
  const at =
    chosen && chosen.getFullYear() >= 2000 && chosen.getFullYear() < 2100 ? chosen : undefined
  return (
    <>
      <FieldPair>
        <TextField
          name="scheduledDate"
          type="date"
          label="Date"
          hint={
            usual && at && isSameSlot(at, usual, timeZone)
              ? 'Suggested from the client’s usual day and time'
              : undefined
          }
        />
        <TextField name="scheduledTime" type="time" label="Time" />
      </FieldPair>
      {second && (
        <SelectField
          name="clockChange"
          label={`Which ${formatTime(second)}`}
          hint="The clock is put back on that day."
          options={clockChanges}
        />
      )}
      <FieldPair>
        <NumberField name="durationMinutes" label="Duration (minutes)" min={5} step={5} />
        <SelectField name="sessionType" label="Digital or physical" options={typeOptions} />
      </FieldPair>
      {type === 'digital' ? (
        <TextField
          key="joinAddress"
          name="joinAddress"
          label="Video room"
          type="url"
          inputMode="url"
          placeholder="The coach’s own"
        />
      ) : (
        <TextField key="place" name="place" label="Place" placeholder="The coach’s own" />
      )}
      <ScheduleHints at={at} minutes={minutes} clientId={clientId} {...(except && { except })} />
    </>
  )
}

const typeOptions = sessionType.options.map((value) => ({ value, label: sessionTypeLabel[value] }))

const clockChanges = [
  { value: 'before', label: 'Before the clock is put back' },
  { value: 'after', label: 'After the clock is put back' },
]

type AboutThatTimeProps = Omit<ScheduleFieldsProps, 'usual'> & {
  at: Date | undefined
  minutes: number | undefined
}

function ScheduleHints({ at, minutes, clientId, except }: AboutThatTimeProps) {
  const { data: conflicts } = useQuery({
    ...queryFor(getConflicts, {
      params: { id: clientId },
      query: { at: at?.toISOString() ?? '', minutes, except },
    }),
    enabled: at !== undefined && sessionMinutes.safeParse(minutes).success,
  })
  // Only one is named, to save space.
  const [first, ...more] = conflicts?.sessions ?? []
  const others = conflicts ? describeConflicts(conflicts) : []
  const clocks = at && formatInBothTimeZones(at)
  return (
    <div aria-live="polite" className="flex flex-col gap-3">
      {clocks && <Said icon={CalendarClock}>{clocks}</Said>}
      {/* Reserves space, so that the button does not move when the warnings appear. */}
      <div className="flex min-h-[5lh] flex-col gap-1">
        {first && (
          <Said icon={TriangleAlert} tone="amber">
            Overlaps with <bdi>{first.clientName}</bdi>,{' '}
            {formatTimeRange(first.sessionDate, first.durationMinutes)}
            {more.length > 0 && `, and ${formatCount(more.length)} more`}.
          </Said>
        )}
        {others.map((it) => (
          <Said key={it} icon={TriangleAlert} tone="amber">
            {it}
          </Said>
        ))}
        {conflicts && !first && others.length === 0 ? (
          <Said icon={CircleCheck}>No conflicts.</Said>
        ) : (
          conflicts && <Said icon={CalendarClock}>You can schedule it anyway.</Said>
        )}
      </div>
    </div>
  )
}

type SaidProps = { icon: LucideIcon; tone?: Tone; children: ReactNode }

const Said = ({ icon: Icon, tone = 'neutral', children }: SaidProps) => (
  <p className={classNames('flex gap-2', textTone[tone])}>
    <Icon aria-hidden size={16} className="mt-0.5 shrink-0" />
    <span>{children}</span>
  </p>
)
