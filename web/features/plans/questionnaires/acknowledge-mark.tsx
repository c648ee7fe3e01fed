import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { acknowledgeSafetyMark, type SafetyMark } from '#contract/questionnaires/questionnaires.ts'
import { FormDialog } from '#web/form/form-dialog.tsx'
import { TextAreaField } from '#web/form/text-area-field.tsx'
import { formatDateTime } from '#web/lib/dates.ts'
import { ReadState } from '#web/parts/read-state.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { setQuestionnaires, useQuestionnaires } from './questionnaire-rows.ts'

/** Who was told of a mark, and where else it stands. */
function whoKnows({ told, noticeTo, escalatedAt }: SafetyMark) {
  const coach = told
    ? `${told} was sent a message.`
    : noticeTo
      ? `No message could be sent to ${noticeTo}, but it’s among their notices.`
      : 'No coach was notified.'
  return escalatedAt
    ? `${coach} Administrators were told on ${formatDateTime(escalatedAt)} that it waits.`
    : `${coach} Administrators haven’t been told yet.`
}

type AcknowledgeMarkProps = {
  clientId: string
  /** By default the oldest open mark of the plan. */
  markId?: string
  isOpen: boolean
  onClose: () => void
}

/** Acknowledges a safety mark with a note. */
export function AcknowledgeMark({ clientId, markId, isOpen, onClose }: AcknowledgeMarkProps) {
  const queries = useQueryClient()
  const found = useQuestionnaires(clientId)
  const oldest = found.data?.marks.findLast(
    (it) => it.acknowledgedAt === null && (markId === undefined || it.id === markId),
  )
  // Stays with the mark that was shown first, even if somebody else acknowledges it in the meantime.
  const [shown, setShown] = useState(oldest)
  if (!shown && oldest) setShown(oldest)
  const mark = shown ?? oldest
  return (
    <FormDialog
      isOpen={isOpen}
      onClose={onClose}
      title={mark?.sessionId ? 'A line that should not wait' : 'An answer that should not wait'}
      description={
        mark &&
        (mark.sessionId
          ? `Found in what was said, on ${formatDateTime(mark.raisedAt)}. ${whoKnows(mark)} The client hasn’t been told.`
          : `The client answered on ${formatDateTime(mark.raisedAt)}. ${whoKnows(mark)} You can read the answers under Questionnaires once the client has sent them.`)
      }
      size="sm"
      schema={acknowledgeSafetyMark.body}
      defaults={mark && { note: '' }}
      loading={
        <ReadState
          read={found}
          loading={<Skeleton className="h-24 w-full" />}
          failed="The answer could not be loaded"
        >
          {() => <p>This has already been acknowledged.</p>}
        </ReadState>
      }
      submitLabel="Acknowledge"
      pendingLabel="Saving..."
      mutationFn={({ fields: { note } }, call) =>
        call(acknowledgeSafetyMark, { params: { id: mark?.id ?? '' }, body: { note } })
      }
      successToast={() => ({
        title: 'Acknowledged',
        description: 'Your note is saved with the plan.',
      })}
      errorToast="This could not be saved. Please try again."
      onSuccess={(all) => setQuestionnaires(queries, clientId, all)}
    >
      <TextAreaField
        name="note"
        label="What you did"
        hint="Visible to the client’s coaches and administrators, not to the client"
        rows={4}
      />
    </FormDialog>
  )
}
