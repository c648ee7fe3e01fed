import { useQuery } from '@tanstack/react-query'
import { CalendarClock, CircleCheck, type LucideIcon, Moon, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { useWatch } from 'react-hook-form'
import { isSameSlot, listConflictingSessions } from '#contract/plans/schedule.ts'
import { formatWorkingHours, isInWorkingHours } from '#contract/rules/working-hours.ts'
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
import { formatTimeRange } from '#web/lib/dates.ts'
import { formatCount } from '#web/lib/numbers.ts'
import { queryFor } from '#web/lib/query.ts'
import { workingHours } from '#web/lib/working-hours.ts'
import { classNames } from '#web/ui/class-names.ts'
import { textTone, type Tone } from '#web/ui/tone.ts'

type ScheduleFieldsProps = {
  clientId: string
  /** The moved session, which does not overlap with itself. */
  except?: string
  /** The client's usual time, if known. */
  usual?: Date | undefined
}

/** Date, time, duration and place of a session, in the user's time zone. Warnings do not prevent saving. */
export function ScheduleFields({ clientId, except, usual }: ScheduleFieldsProps) {
  const [date, time, minutes, type] = useWatch({
    name: ['scheduledDate', 'scheduledTime', 'durationMinutes', 'sessionType'],
  }) as [string, string, number | undefined, SessionType]
  const at = momentOf([date, time])
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

/** Undefined while incomplete. */
function momentOf(typed: string[]) {
  const at = new Date(typed.join('T'))
  return at.getFullYear() >= 2000 && at.getFullYear() < 2100 ? at : undefined
}

type AboutThatTimeProps = Omit<ScheduleFieldsProps, 'usual'> & {
  at: Date | undefined
  minutes: number | undefined
}

function ScheduleHints({ at, minutes, clientId, except }: AboutThatTimeProps) {
  const { data: others } = useQuery({
    ...queryFor(listConflictingSessions, {
      params: { id: clientId },
      query: { at: at?.toISOString() ?? '', minutes, except },
    }),
    enabled: at !== undefined && sessionMinutes.safeParse(minutes).success,
  })
  // Only one is named, to save space.
  const [first, ...more] = others ?? []
  const clocks = at && formatInBothTimeZones(at)
  return (
    <div aria-live="polite" className="flex flex-col gap-3">
      {clocks && <Said icon={CalendarClock}>{clocks}</Said>}
      {at && workingHours && !isInWorkingHours(workingHours, at, timeZone) && (
        <Said icon={Moon}>Outside working hours ({formatWorkingHours(workingHours)}).</Said>
      )}
      {/* Reserves space, so that the button does not move when the warning appears. */}
      <div className="min-h-[3lh]">
        {first ? (
          <Said icon={TriangleAlert} tone="amber">
            Overlaps with <bdi>{first.clientName}</bdi>,{' '}
            {formatTimeRange(first.sessionDate, first.durationMinutes)}
            {more.length > 0 && `, and ${formatCount(more.length)} more`}. You can schedule it
            anyway.
          </Said>
        ) : (
          others && <Said icon={CircleCheck}>No conflicts.</Said>
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
