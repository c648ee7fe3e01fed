import { useQuery } from '@tanstack/react-query'
import { Check } from 'lucide-react'
import { useState } from 'react'
import type { SessionDetail } from '#contract/sessions/sessions.ts'
import {
  acceptNewTranscript,
  discardNewTranscript,
  getNewTranscript,
  type NewTranscript as Made,
} from '#contract/sessions/transcripts.ts'
import { useApiMutation } from '#web/form/use-api-mutation.ts'
import { serverMessage } from '#web/lib/api.ts'
import { formatDateTime } from '#web/lib/dates.ts'
import { queryFor } from '#web/lib/query.ts'
import { ReadState } from '#web/parts/read-state.tsx'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { ComparedLines } from '../editor/compared-lines.tsx'
import { TranscriptLinesSkeleton } from '../editor/transcript-lines.tsx'
import { Warnings } from './warnings.tsx'

/** The new transcript compared with the current one, until somebody chooses. */
export function NewTranscript({ session }: { session: SessionDetail }) {
  const read = useQuery(queryFor(getNewTranscript, { params: { id: session.id } }))
  return (
    <ReadState
      read={read}
      loading={<TranscriptLinesSkeleton />}
      failed="The new transcript could not be loaded"
    >
      {({ newTranscript }) => newTranscript && <Choice session={session} made={newTranscript} />}
    </ReadState>
  )
}

function Choice({ session, made }: { session: SessionDetail; made: Made }) {
  const [asked, setAsked] = useState<'accept' | 'discard'>()
  const close = () => setAsked(undefined)
  const params = { id: session.id }
  const accept = useApiMutation({
    mutationFn: (_nothing: void, call) =>
      call(acceptNewTranscript, {
        params,
        body: { id: made.id, version: session.transcriptVersion },
      }),
    successToast: () => ({ title: 'Transcript replaced' }),
    errorToast: (error) => ({
      title: 'Error',
      description: serverMessage(error, 'Failed to replace the transcript. Please try again.'),
    }),
    onSettled: close,
  })
  const discard = useApiMutation({
    mutationFn: (_nothing: void, call) =>
      call(discardNewTranscript, { params, query: { newTranscriptId: made.id } }),
    successToast: () => ({ title: 'New transcript discarded' }),
    errorToast: (error) => ({
      title: 'Error',
      description: serverMessage(error, 'Failed to discard the transcript. Please try again.'),
    }),
    onSettled: close,
  })
  return (
    <div className="flex flex-col gap-3">
      <p className="text-muted">
        From {formatDateTime(made.createdAt)}
        {made.isOfEarlierRecording && ', of an earlier recording'}. The current transcript is used
        until you choose.
      </p>
      <Warnings warnings={made.warnings} />
      <ComparedLines
        before={{ title: 'Current', segments: session.segments }}
        after={{ title: 'New', segments: made.segments }}
      />
      <div className="flex flex-wrap gap-2">
        <Button size="sm" icon={Check} onClick={() => setAsked('accept')}>
          Use this one
        </Button>
        <Button variant="secondary" size="sm" onClick={() => setAsked('discard')}>
          Keep the current one
        </Button>
      </div>
      <ConfirmDialog
        isOpen={asked === 'accept'}
        onClose={close}
        title="Use the new transcript?"
        description={
          <>
            <p>
              The current transcript{session.isCorrected && ', its corrections and its original'}{' '}
              will be deleted. The conversation and reviewed values won’t change.
            </p>
            <p className="mt-2">
              Values nobody has reviewed leave the plan if the new transcript doesn’t contain their
              quotes.
            </p>
          </>
        }
        confirmLabel="Use this one"
        pendingLabel="Replacing..."
        isPending={accept.isPending}
        onConfirm={() => accept.run()}
      />
      <ConfirmDialog
        isOpen={asked === 'discard'}
        onClose={close}
        title="Discard the new transcript?"
        description="The current transcript stays as it is."
        confirmLabel="Discard"
        pendingLabel="Discarding..."
        isPending={discard.isPending}
        onConfirm={() => discard.run()}
      />
    </div>
  )
}
