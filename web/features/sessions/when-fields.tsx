import { useQuery } from '@tanstack/react-query'
import { CalendarClock, CircleCheck, type LucideIcon, Moon, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { useWatch } from 'react-hook-form'
import { isSameSlot, listSessionsAround } from '#contract/schedule.ts'
import { hoursInWords, isWithin } from '#contract/working-hours.ts'
import { FieldPair, TextField } from '#web/form/fields.tsx'
import { onBothClocks } from '#web/lib/both-clocks.ts'
import { timeZone } from '#web/lib/time-zone.ts'
import { shortTime } from '#web/lib/dates.ts'
import { count } from '#web/lib/numbers.ts'
import { read } from '#web/lib/query.ts'
import { workingHours } from '#web/lib/working-hours.ts'
import { classNames } from '#web/ui/class-names.ts'
import { textTone, type Tone } from '#web/ui/tone.ts'

type WhenFieldsProps = {
  clientId: string
  /** The session that is moved is not in its own way. */
  except?: string
  /** When the client usually comes, if that is known. */
  usual?: Date | undefined
}

/** Date and time of a session in the reader's time zone; what is said of them is a warning, never a refusal. */
export function WhenFields({ clientId, except, usual }: WhenFieldsProps) {
  const at = momentOf(useWatch({ name: ['scheduledDate', 'scheduledTime'] }) as string[])
  return (
    <>
      <FieldPair>
        <TextField
          name="scheduledDate"
          type="date"
          label="Date"
          hint={
            usual && at && isSameSlot(at, usual, timeZone)
              ? 'The client’s usual day and time.'
              : undefined
          }
        />
        <TextField name="scheduledTime" type="time" label="Time" />
      </FieldPair>
      <AboutThatTime at={at} clientId={clientId} {...(except && { except })} />
    </>
  )
}

/** Undefined while it is being typed. */
function momentOf(typed: string[]) {
  const at = new Date(typed.join('T'))
  return at.getFullYear() >= 2000 && at.getFullYear() < 2100 ? at : undefined
}

type AboutThatTimeProps = Omit<WhenFieldsProps, 'usual'> & { at: Date | undefined }

function AboutThatTime({ at, clientId, except }: AboutThatTimeProps) {
  const { data: others } = useQuery({
    ...read(listSessionsAround, {
      params: { id: clientId },
      query: { at: at?.toISOString() ?? '', except },
    }),
    enabled: at !== undefined,
  })
  // One is named, so that there is room for it.
  const [first, ...more] = others ?? []
  const clocks = at && onBothClocks(at)
  return (
    <div aria-live="polite" className="flex flex-col gap-3">
      {clocks && <Said icon={CalendarClock}>{clocks}</Said>}
      {at && workingHours && !isWithin(workingHours, at, timeZone) && (
        <Said icon={Moon}>Outside the working hours ({hoursInWords(workingHours)}).</Said>
      )}
      {/* It comes late: without its room the button would move from under the pointer. */}
      <div className="min-h-[3lh]">
        {first ? (
          <Said icon={TriangleAlert} tone="amber">
            Another session lies at that hour: {first.clientName}, {shortTime(first.sessionDate)}
            {more.length > 0 && `, and ${count(more.length)} more`}. You can schedule it all the
            same.
          </Said>
        ) : (
          others && <Said icon={CircleCheck}>No other session lies at that hour.</Said>
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
