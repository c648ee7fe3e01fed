import { SessionChoice } from '#web/features/sessions/session-choice.tsx'
import { isUploadRunning } from '#web/features/recordings/upload-state.ts'
import { useUpload } from '#web/features/recordings/uploads.ts'
import { Drawer } from '#web/ui/drawer.tsx'
import { SessionPanel } from './session-panel.tsx'

type SessionDrawerProps = {
  /** Whose plan it stands beside. */
  clientId: string
  clientName: string
  /** The sessions to choose from, usually those of one week. */
  sessionIds: string[]
  /** The first one, unless told. */
  openSessionId?: string | undefined
  onSelect: (sessionId: string) => void
  onClose: () => void
}

/** Everything about one session, beside the plan: overview, recording, transcripts (specification part 2, section 2.3). */
export function SessionDrawer({
  clientId,
  clientName,
  sessionIds,
  openSessionId,
  onSelect,
  onClose,
}: SessionDrawerProps) {
  const sessionId = openSessionId ?? sessionIds[0] ?? ''
  const isLocked = isUploadRunning(useUpload(sessionId))
  return (
    <Drawer
      isOpen={sessionId !== ''}
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose()
      }}
      title="Session details"
      description={clientName}
      isLocked={isLocked}
      width="xl"
    >
      {sessionIds.length > 1 && (
        <SessionChoice
          sessionIds={sessionIds}
          selectedId={sessionId}
          isDisabled={isLocked}
          onSelect={onSelect}
        />
      )}
      <SessionPanel
        key={sessionId}
        sessionId={sessionId}
        clientId={clientId}
        clientName={clientName}
        onClose={onClose}
      />
    </Drawer>
  )
}
