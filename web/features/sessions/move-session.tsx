import { useQueryClient } from '@tanstack/react-query'
import { CalendarClock } from 'lucide-react'
import { useState } from 'react'
import { moveError } from '#contract/plans/schedule.ts'
import { sessionCan, type SessionDetail, updateSession } from '#contract/sessions/sessions.ts'
import { Button } from '#web/ui/button.tsx'
import { FormDialog } from '#web/form/form-dialog.tsx'
import { formatDateTime } from '#web/lib/dates.ts'
import { refetchQuery } from '#web/lib/query.ts'
import { storeSession, sessionQuery } from '#web/lib/session-queries.ts'
import { ScheduleFields } from './schedule-fields.tsx'
import {
  parseSchedule,
  requireValidTime,
  scheduleFields,
  toScheduleFields,
} from './schedule-schema.ts'

type MoveSessionProps = {
  session: SessionDetail
  /** Rescheduling is the next step. */
  isNext?: boolean
}

/** The button, if the session can be moved, and its dialog. */
export function MoveSession({ session, isNext = false }: MoveSessionProps) {
  const [isOpen, setOpen] = useState(false)
  if (!sessionCan.move(session)) return null
  return (
    <>
      <Button
        {...(!isNext && { variant: 'secondary', size: 'sm', icon: CalendarClock })}
        onClick={() => setOpen(true)}
      >
        Reschedule
      </Button>
      <MoveSessionDialog session={session} isOpen={isOpen} onClose={() => setOpen(false)} />
    </>
  )
}

const toFields = (session: SessionDetail) =>
  scheduleFields.superRefine(requireValidTime((at) => moveError(session, at, new Date())))

const fieldsOn = (session: SessionDetail) => {
  const { durationMinutes, sessionType, ownJoinAddress, ownPlace } = session
  return {
    ...toScheduleFields(new Date(session.sessionDate)),
    ...{ durationMinutes, sessionType },
    ...{ joinAddress: ownJoinAddress ?? '', place: ownPlace ?? '' },
  }
}

type Meeting = Omit<ReturnType<typeof fieldsOn>, keyof ReturnType<typeof toScheduleFields>>

/** Only changed values, which then no longer follow the type. */
const ownMeeting = (
  { durationMinutes, sessionType, joinAddress, place }: Meeting,
  before: SessionDetail,
) => ({
  ...(joinAddress !== (before.ownJoinAddress ?? '') && { joinAddress }),
  ...(place !== (before.ownPlace ?? '') && { place }),
  ...(durationMinutes !== before.durationMinutes && { durationMinutes }),
  ...(sessionType !== before.sessionType && { sessionType }),
})

type MoveSessionDialogProps = { session: SessionDetail; isOpen: boolean; onClose: () => void }

/** Reschedules a session to any date of the plan. */
function MoveSessionDialog({ session, isOpen, onClose }: MoveSessionDialogProps) {
  const queries = useQueryClient()
  const { id, clientId, dateVersion } = session
  return (
    <FormDialog
      isOpen={isOpen}
      onClose={onClose}
      title="Reschedule session"
      description={`${session.sessionDefinitionName} of ${session.clientName}, now on ${formatDateTime(session.sessionDate)}.`}
      size="sm"
      schema={toFields(session)}
      defaults={fieldsOn(session)}
      version={dateVersion}
      reloadRow={async () => {
        const fresh = await refetchQuery(queries, sessionQuery(id))
        return { fields: fieldsOn(fresh), version: fresh.dateVersion }
      }}
      fieldOf={() => 'scheduledDate'}
      submitLabel="Reschedule session"
      pendingLabel="Rescheduling..."
      mutationFn={({ fields, version }, call) =>
        call(updateSession, {
          params: { id },
          query: { transcripts: 'omit' },
          body: {
            sessionDate: parseSchedule(fields),
            dateVersion: version,
            ...ownMeeting(fields, session),
          },
        })
      }
      successToast={({ sessionDate }) => ({
        title: 'Session rescheduled',
        description: `To ${formatDateTime(sessionDate)}.`,
      })}
      errorToast="Failed to reschedule session. Please try again."
      onSuccess={(changed) => storeSession(queries, changed)}
    >
      <ScheduleFields clientId={clientId} except={id} />
    </FormDialog>
  )
}
