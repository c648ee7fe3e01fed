import { useQuery } from '@tanstack/react-query'
import { CalendarClock, Moon } from 'lucide-react'
import { useWatch } from 'react-hook-form'
import { listSessionsAround } from '#contract/schedule.ts'
import { hoursInWords, isWithin } from '#contract/working-hours.ts'
import { FieldPair, TextField } from '#web/form/fields.tsx'
import { onBothClocks } from '#web/lib/both-clocks.ts'
import { timeZone } from '#web/lib/time-zone.ts'
import { shortTime } from '#web/lib/dates.ts'
import { read } from '#web/lib/query.ts'
import { workingHours } from '#web/lib/working-hours.ts'
import { Banner } from '#web/ui/banner.tsx'

type WhenFieldsProps = {
  clientId: string
  /** The session that is moved is not in its own way. */
  except?: string
  /** Where the date that stands there comes from. */
  hint?: string | undefined
}

/** Date and time of a session in the reader's time zone; what is said of them is a warning, never a refusal. */
export const WhenFields = ({ clientId, except, hint }: WhenFieldsProps) => (
  <>
    <FieldPair>
      <TextField name="scheduledDate" type="date" label="Date" hint={hint} />
      <TextField name="scheduledTime" type="time" label="Time" />
    </FieldPair>
    <AboutThatTime clientId={clientId} {...(except && { except })} />
  </>
)

function AboutThatTime({ clientId, except }: Omit<WhenFieldsProps, 'hint'>) {
  const [date, time] = useWatch({ name: ['scheduledDate', 'scheduledTime'] }) as string[]
  const at = new Date(`${date}T${time}`)
  const isKnown = !Number.isNaN(at.getTime()) && /^20\d\d-/.test(date ?? '')
  const { data: others = [] } = useQuery({
    ...read(listSessionsAround, {
      params: { id: clientId },
      query: { at: isKnown ? at.toISOString() : '', except },
    }),
    enabled: isKnown,
  })
  const clocks = isKnown && onBothClocks(at)
  return (
    <div aria-live="polite" className="flex flex-col gap-3">
      {clocks && (
        <p className="flex items-center gap-2 text-muted">
          <CalendarClock aria-hidden size={16} className="shrink-0" />
          {clocks}
        </p>
      )}
      {isKnown && workingHours && !isWithin(workingHours, at, timeZone) && (
        <p className="flex items-center gap-2 text-muted">
          <Moon aria-hidden size={16} className="shrink-0" />
          Outside the working hours ({hoursInWords(workingHours)}).
        </p>
      )}
      {isKnown && others.length > 0 && (
        <Banner tone="amber">
          Another session lies at that hour:{' '}
          {others.map((it) => `${it.clientName}, ${shortTime(it.sessionDate)}`).join('; ')}. You can
          schedule it all the same.
        </Banner>
      )}
    </div>
  )
}
