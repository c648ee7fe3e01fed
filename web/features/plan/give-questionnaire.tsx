import { useState } from 'react'
import type { SessionsAndMetrics } from '#contract/sessions.ts'
import { Button } from '#web/ui/button.tsx'
import { optional } from '#web/ui/optional.tsx'

const GiveQuestionnaireDialog = optional(
  async () => (await import('./give-questionnaire-dialog.tsx')).GiveQuestionnaireDialog,
  'The form could not be fetched.',
)

/** The button; its dialog comes when it is pressed. */
export function GiveQuestionnaire({ client }: Pick<SessionsAndMetrics, 'client'>) {
  const [asked, setAsked] = useState<{ at: number; isOpen: boolean }>()
  return (
    <>
      <Button
        size="sm"
        variant="secondary"
        onClick={() => setAsked({ at: Date.now(), isOpen: true })}
      >
        + Give questionnaire
      </Button>
      {asked && (
        <GiveQuestionnaireDialog
          client={client}
          {...asked}
          onClose={() => setAsked({ ...asked, isOpen: false })}
        />
      )}
    </>
  )
}
