import { useQueryClient } from '@tanstack/react-query'
import { moveError } from '#contract/schedule.ts'
import { type SessionDetail, updateSession } from '#contract/sessions.ts'
import { FormDialog } from '#web/form/form-dialog.tsx'
import { toDateAndTimeFields, parseDateAndTime, formatDateTime } from '#web/lib/dates.ts'
import { refetchQuery } from '#web/lib/query.ts'
import { storeSession, sessionQuery } from '#web/lib/session-queries.ts'
import { ScheduleFields } from './schedule-fields.tsx'
import { possible, when } from './schedule-schema.ts'

const fieldsOf = (session: SessionDetail) =>
  when.superRefine(possible((at) => moveError(session, at, new Date())))

const fieldsOn = ({ sessionDate, durationMinutes, sessionType }: SessionDetail) => {
  const { date, time } = toDateAndTimeFields(new Date(sessionDate))
  return { scheduledDate: date, scheduledTime: time, durationMinutes, sessionType }
}

/** What differs from how the session was: it is the session's own from then on. */
const ownMeeting = (
  { durationMinutes, sessionType }: Pick<SessionDetail, 'durationMinutes' | 'sessionType'>,
  before: SessionDetail,
) => ({
  ...(durationMinutes !== before.durationMinutes && { durationMinutes }),
  ...(sessionType !== before.sessionType && { sessionType }),
})

type MoveSessionDialogProps = { session: SessionDetail; isOpen: boolean; onClose: () => void }

/** Another date for a session, wherever in the plan it lies. */
export function MoveSessionDialog({ session, isOpen, onClose }: MoveSessionDialogProps) {
  const queries = useQueryClient()
  const { id, clientId, dateVersion } = session
  return (
    <FormDialog
      isOpen={isOpen}
      onClose={onClose}
      title="Reschedule session"
      description={`${session.sessionDefinitionName} of ${session.clientName}, now on ${formatDateTime(session.sessionDate)}.`}
      size="sm"
      schema={fieldsOf(session)}
      defaults={fieldsOn(session)}
      version={dateVersion}
      reloadRow={async () => {
        const fresh = await refetchQuery(queries, sessionQuery(id))
        return { fields: fieldsOn(fresh), version: fresh.dateVersion }
      }}
      fieldOf={() => 'scheduledDate'}
      submitLabel="Reschedule session"
      pendingLabel="Rescheduling..."
      mutationFn={({ fields: { scheduledDate, scheduledTime, ...meeting }, version }, call) =>
        call(updateSession, {
          params: { id },
          query: { transcripts: 'omit' },
          body: {
            sessionDate: parseDateAndTime(scheduledDate, scheduledTime),
            dateVersion: version,
            ...ownMeeting(meeting, session),
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
