import { type ComponentProps, useState } from 'react'
import type { SessionDetail } from '#contract/sessions/sessions.ts'
import { serverMessage } from '#web/lib/api.ts'
import { formatTime } from '#web/lib/dates.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { ComparedLines } from './compared-lines.tsx'
import { toSegments } from './edit-lines.ts'
import type { Corrections } from './use-corrections.ts'

/** Conflicts with another window or user, with the choices. Nothing is lost until the user chooses. */
export function CorrectionsNotices({
  corrections,
  session,
}: {
  corrections: Corrections
  session: SessionDetail
}) {
  const [isCompared, setCompared] = useState(false)
  const [isAsking, setAsking] = useState(false)
  const { isOutdated, problem, lines } = corrections
  return (
    <>
      {problem?.kind === 'other-window' && (
        <Banner tone="amber" role="alert">
          <strong>This draft is open in another window.</strong> Changes here aren’t saved. Reload
          the page to continue with that version, or keep this one.
          <div className="mt-2">
            <Button variant="secondary" size="sm" onClick={corrections.overwriteDraft}>
              Keep this one
            </Button>
          </div>
        </Banner>
      )}
      {isOutdated && (
        <Banner tone="amber" role="alert">
          <strong>The transcript has changed since you started.</strong> Someone else saved it, or
          it was replaced by a new one. Your corrections are still here but not saved yet.
          <div className="mt-2 flex flex-wrap gap-2">
            <Button
              variant="secondary"
              size="sm"
              aria-expanded={isCompared}
              onClick={() => setCompared(!isCompared)}
            >
              {isCompared ? 'Hide theirs' : 'Compare with mine'}
            </Button>
            <Button
              variant="secondary"
              size="sm"
              isPending={corrections.isSaving}
              pendingLabel="Saving..."
              onClick={corrections.overwrite}
            >
              Save mine over theirs
            </Button>
            <Button variant="secondary" size="sm" onClick={() => setAsking(true)}>
              Take theirs
            </Button>
          </div>
        </Banner>
      )}
      <DiscardDraft
        corrections={corrections}
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        title="Take theirs?"
        description="Your corrections will be discarded. The transcript stays as it is."
        confirmLabel="Take theirs"
      />
      {isOutdated && isCompared && (
        <ComparedLines
          before={{ title: 'Theirs', segments: session.segments }}
          after={{ title: 'Mine', segments: toSegments(lines) }}
        />
      )}
    </>
  )
}

/** Save, discard and close, with the state of the draft. */
export function CorrectionsFooter({
  corrections,
  onClose,
}: {
  corrections: Corrections
  onClose: () => void
}) {
  const [isAsking, setAsking] = useState(false)
  const { isChanged, isOutdated } = corrections
  return (
    <div className="flex flex-wrap items-center gap-2">
      {!isOutdated && (
        <Button
          size="sm"
          disabled={!isChanged}
          isPending={corrections.isSaving}
          pendingLabel="Saving..."
          onClick={corrections.save}
        >
          Save transcript
        </Button>
      )}
      {isChanged && (
        <Button variant="secondary" size="sm" onClick={() => setAsking(true)}>
          Discard corrections
        </Button>
      )}
      <Button variant="ghost" size="sm" onClick={onClose}>
        {isChanged ? 'Close and keep draft' : 'Close'}
      </Button>
      {/* A line of its own, so that the buttons stay in place when its text changes. */}
      <output className="min-h-[1lh] basis-full text-xs text-muted">
        {describeState(corrections)}
      </output>
      <DiscardDraft
        corrections={corrections}
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        title="Discard your corrections?"
        description="Your draft will be discarded. The transcript stays as it was last saved."
        confirmLabel="Discard corrections"
      />
    </div>
  )
}

type DiscardDraftProps = { corrections: Corrections } & Pick<
  ComponentProps<typeof ConfirmDialog>,
  'isOpen' | 'onClose' | 'title' | 'description' | 'confirmLabel'
>

/** Asks before the user's draft is discarded. */
const DiscardDraft = ({ corrections, ...question }: DiscardDraftProps) => (
  <ConfirmDialog
    {...question}
    cancelLabel="Keep correcting"
    isPending={corrections.isDiscarding}
    pendingLabel="Discarding..."
    onConfirm={corrections.discard}
  />
)

function describeState({ isDraftSaved, problem, savedAt }: Corrections) {
  if (problem?.kind === 'other-window') return 'Not saved'
  if (problem?.kind === 'rejected')
    return `The draft isn't saved. ${serverMessage(problem.error, 'The server refused it.')}`
  if (problem && !isDraftSaved) return "The draft couldn't be saved. Trying again…"
  if (!isDraftSaved) return 'Saving draft…'
  return savedAt ? `Draft saved at ${formatTime(savedAt)}. Only you can see it.` : ''
}
