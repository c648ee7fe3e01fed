import { useQuery } from '@tanstack/react-query'
import { type ComponentProps, type ReactNode, useState } from 'react'
import { isAgreed, missingConsent } from '#contract/consents/consents.ts'
import type { SessionDetail } from '#contract/sessions/sessions.ts'
import { ConsentList } from '#web/features/consents/consent-list.tsx'
import { consentsQuery } from '#web/features/consents/use-consents.ts'
import { useSession } from '#web/lib/session-queries.ts'
import { ReadState } from '#web/parts/read-state.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { findObstacle } from './media-access.ts'
import { ProblemBanner } from './problem-banner.tsx'
import { RecordSetup } from './record-setup.tsx'
import { SayAloud } from './say-aloud.tsx'

type RecordDialogProps = {
  sessionId: string
  clientName: string
  isOpen: boolean
  onClose: () => void
}

/** From the client's consent to the first second: nothing is asked of the browser before the client has agreed. */
export function RecordDialog({ sessionId, clientName, isOpen, onClose }: RecordDialogProps) {
  const [isStarting, setStarting] = useState(false)
  const obstacle = findObstacle()
  return (
    <Dialog
      isOpen={isOpen}
      onClose={() => {
        if (!isStarting) onClose()
      }}
      ignoresClickOutside={isStarting}
      size="lg"
      title="Record this session"
      description={<bdi>{clientName}</bdi>}
    >
      {obstacle ? (
        <ProblemBanner problem={obstacle} />
      ) : (
        <ConsentAndSetup
          sessionId={sessionId}
          isStarting={isStarting}
          onStarting={setStarting}
          onClose={onClose}
        />
      )}
    </Dialog>
  )
}

type ConsentAndSetupProps = Omit<ComponentProps<typeof RecordSetup>, 'session'> & {
  sessionId: string
}

const ConsentAndSetup = ({ sessionId, ...setup }: ConsentAndSetupProps) => (
  <ReadState
    read={useSession(sessionId)}
    loading={<Loading />}
    failed="The session could not be loaded"
  >
    {(session) => (
      <AfterConsent session={session}>
        <RecordSetup session={session} {...setup} />
      </AfterConsent>
    )}
  </ReadState>
)

const Loading = () => <Skeleton className="h-80 w-full" />

type AfterConsentProps = { session: SessionDetail; children: ReactNode }

/** Asks staff for what the client said, where the client has not decided. */
function AfterConsent({ session, children }: AfterConsentProps) {
  const { clientId, blocked } = session
  const isOfConsent = blocked.recording === missingConsent.recording
  const read = useQuery(consentsQuery(clientId))
  // Something else forbids it, such as where recordings may be stored.
  if (blocked.recording && !isOfConsent) return <Banner tone="amber">{blocked.recording}</Banner>
  return (
    <ReadState read={read} loading={<Loading />} failed="The consents could not be loaded">
      {({ consents }) => {
        const consent = consents.find(({ purpose }) => purpose === 'recording')
        if (!consent) return null
        if (isAgreed(consent)) return children
        return (
          <div className="flex flex-col gap-5">
            {consent.latest ? (
              <Banner tone="amber">{missingConsent.recording}</Banner>
            ) : (
              <SayAloud label="Ask before you record">
                “I’d like to record our session, so that we can read it afterwards. It’s your
                choice, and you can change your mind at any time. Is that all right?”
              </SayAloud>
            )}
            <ConsentList clientId={clientId} consents={[consent]} isOnBehalf />
          </div>
        )
      }}
    </ReadState>
  )
}
