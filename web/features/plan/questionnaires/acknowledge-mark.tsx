import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { acknowledgeSafetyMark } from '#contract/questionnaires.ts'
import { FormDialog } from '#web/form/form-dialog.tsx'
import { TextAreaField } from '#web/form/text-area-field.tsx'
import { formatDateTime } from '#web/lib/dates.ts'
import { ReadState } from '#web/parts/read-state.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { keepQuestionnaires, useQuestionnaires } from './questionnaire-reads.ts'

type AcknowledgeMarkProps = { clientId: string; isOpen: boolean; onClose: () => void }

/** What was done about the oldest answer that should not wait. */
export function AcknowledgeMark({ clientId, isOpen, onClose }: AcknowledgeMarkProps) {
  const queries = useQueryClient()
  const found = useQuestionnaires(clientId)
  const oldest = found.data?.marks.findLast((it) => it.acknowledgedAt === null)
  // The one that was shown first: what is written about it acknowledges no other, whatever somebody else does meanwhile.
  const [shown, setShown] = useState(oldest)
  if (!shown && oldest) setShown(oldest)
  const mark = shown ?? oldest
  return (
    <FormDialog
      isOpen={isOpen}
      onClose={onClose}
      title="An answer that should not wait"
      description={
        mark &&
        `The client answered on ${formatDateTime(mark.raisedAt)}. ${mark.told ? `${mark.told} got a message` : 'No coach could be sent a message'}; nobody else was told. You read the answers under Questionnaires once the client has sent them.`
      }
      size="sm"
      schema={acknowledgeSafetyMark.body}
      defaults={mark && { note: '' }}
      meanwhile={
        <ReadState
          read={found}
          loading={<Skeleton className="h-24 w-full" />}
          failed="What the client answered could not be loaded"
        >
          {() => <p>This was acknowledged already.</p>}
        </ReadState>
      }
      submitLabel="Acknowledge"
      pendingLabel="Saving..."
      write={({ fields: { note } }, call) =>
        call(acknowledgeSafetyMark, { params: { id: mark?.id ?? '' }, body: { note } })
      }
      done={() => ({ title: 'Acknowledged', description: 'Your note stays with the plan.' })}
      failed="This could not be saved. Please try again."
      onSuccess={(all) => keepQuestionnaires(queries, clientId, all)}
    >
      <TextAreaField
        name="note"
        label="What you did"
        hint="Whoever follows this client and administrators read it; the client does not."
        rows={4}
      />
    </FormDialog>
  )
}
