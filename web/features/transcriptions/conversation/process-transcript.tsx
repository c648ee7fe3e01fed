import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { SessionDetail } from '#contract/sessions.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { useProcessTranscript } from './use-process-transcript.ts'

type ProcessTranscriptProps = { session: SessionDetail; onStart: () => void }

/** Creates the conversation from the raw transcript, after a confirmation if there are unsaved corrections. */
export function ProcessTranscript({ session, onStart }: ProcessTranscriptProps) {
  const queries = useQueryClient()
  const { run, isPending } = useProcessTranscript(session)
  const [isLooking, setLooking] = useState(false)
  const [isAsking, setAsking] = useState(false)
  async function start() {
    onStart()
    setLooking(true)
    const read = await import('../editor/draft-reads.ts')
      .then(({ readDraft }) => readDraft(queries, session.id))
      .catch(() => null)
    setLooking(false)
    if (read?.draft) setAsking(true)
    else run()
  }
  return (
    <>
      <Button
        isPending={isPending || isLooking}
        pendingLabel="Processing..."
        onClick={() => void start()}
      >
        Process Transcript
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        title="Process without your corrections?"
        description="Your corrections are not saved yet. The conversation will be created without them."
        confirmLabel="Process without them"
        tone="primary"
        onConfirm={() => {
          setAsking(false)
          run()
        }}
      />
    </>
  )
}
