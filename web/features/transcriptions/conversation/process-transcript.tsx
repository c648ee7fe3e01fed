import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type SessionDetail, getSession, updateSession } from '#contract/sessions/sessions.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { useApiMutation } from '#web/form/use-api-mutation.ts'
import { serverMessage } from '#web/lib/api.ts'
import { storeSession } from '#web/lib/session-queries.ts'

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
    // Processing leaves a draft as it is, so one that can't be read does not hold it up.
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

class NoTemplate extends Error {}

/** Runs the active diarization template and saves the result (docs/product.md, "Conversation"). */
function useProcessTranscript({ id }: Pick<SessionDetail, 'id'>) {
  const queries = useQueryClient()
  return useApiMutation({
    mutationFn: async (_nothing: void, call) => {
      const { executeTemplate, listTemplates } = await import('#contract/prompts/prompts.ts')
      const templates = await call(listTemplates, {})
      const template = templates.find(({ type, isActive }) => type === 'diarization' && isActive)
      if (!template) throw new NoTemplate()
      const { transcribedTextRaw, version } = await call(getSession, {
        params: { id },
        query: { transcripts: 'include' },
      })
      const { processedText } = await call(executeTemplate, {
        body: {
          templateId: template.id,
          inputData: { audioTranscript: transcribedTextRaw ?? '', sessionId: id },
        },
      })
      // The version prevents overwriting someone else's changes.
      const body = { transcribedTextScripted: processedText, version }
      return call(updateSession, { params: { id }, query: { transcripts: 'omit' }, body })
    },
    errorToast: (error) => ({
      title: 'Processing Failed',
      description:
        error instanceof NoTemplate
          ? 'No active diarization prompt template found. Please configure one in System Settings.'
          : serverMessage(error, 'Failed to process transcript. Please try again.'),
    }),
    onSuccess: (session) => storeSession(queries, session),
  })
}
