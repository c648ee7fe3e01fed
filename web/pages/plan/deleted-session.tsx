import { Trash2 } from 'lucide-react'
import type { Segment } from '#contract/transcriptions/transcriptions.ts'
import type { FormDraft } from '#web/form/form-drafts.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Field } from '#web/ui/field.tsx'
import { Textarea } from '#web/ui/input.tsx'

type DeletedSessionProps = { typed: readonly FormDraft[]; onClose: () => void }

/** Shown when somebody else deleted the open session: offers the unsaved text for copying. */
export const DeletedSession = ({ typed, onClose }: DeletedSessionProps) => (
  <div className="flex flex-col gap-5">
    <div role="alert">
      <EmptyState
        icon={Trash2}
        title="This session was deleted"
        hint={
          typed.length
            ? 'Someone else deleted it. You can copy your unsaved text below.'
            : 'Someone else deleted it.'
        }
        action={
          <Button variant="secondary" onClick={onClose}>
            Back to the plan
          </Button>
        }
      />
    </div>
    {typed.map(getWords).map((text) => (
      <Field key={text} label="Your unsaved text">
        {(control) => <Textarea {...control} readOnly rows={14} value={text} />}
      </Field>
    ))}
  </div>
)

/** A conversation, or the lines of a transcript. */
function getWords({ fields: { text, segments } }: FormDraft) {
  if (typeof text === 'string') return text
  return (segments as Segment[]).map((line) => `${line.speaker}: ${line.text}`).join('\n')
}
