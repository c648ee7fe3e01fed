import { useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { optional } from '#web/ui/optional.tsx'

const AssessmentDialog = optional(
  async () => (await import('./assessment-dialog.tsx')).AssessmentDialog,
  'The form could not be loaded.',
)

type AddAssessmentProps = { clientId: string; currentWeek: number }

/** The button and its dialog. */
export function AddAssessment({ clientId, currentWeek }: AddAssessmentProps) {
  const [isOpen, setOpen] = useState(false)
  const [wasOpened, setOpened] = useState(false)
  return (
    <>
      <Button
        size="sm"
        onClick={() => {
          setOpened(true)
          setOpen(true)
        }}
      >
        + Add assessment
      </Button>
      {wasOpened && (
        <AssessmentDialog
          clientId={clientId}
          currentWeek={currentWeek}
          isOpen={isOpen}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}
