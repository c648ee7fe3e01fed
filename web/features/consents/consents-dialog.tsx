import { useQuery } from '@tanstack/react-query'
import { ReadState } from '#web/parts/read-state.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { ConsentList } from './consent-list.tsx'
import { consentsQuery } from './use-consents.ts'

type ConsentsDialogProps = { clientId: string; isOpen: boolean; onClose: () => void }

/** For staff: what the client has agreed to, and what the client said in a session. */
export const ConsentsDialog = ({ clientId, ...props }: ConsentsDialogProps) => (
  <Dialog
    {...props}
    title="Consents"
    description="Only record what the client said. They’re told at once, see your name, and can undo it."
  >
    <RecordedConsents clientId={clientId} />
  </Dialog>
)

const RecordedConsents = ({ clientId }: { clientId: string }) => (
  <ReadState
    read={useQuery(consentsQuery(clientId))}
    loading={<Skeleton className="h-96 w-full" />}
    failed="The consents could not be loaded"
  >
    {({ consents, clientId: ownerId, clientName }) => (
      <div className="flex flex-col gap-4">
        {ownerId !== clientId && (
          <p className="text-muted">
            <bdi>{clientName}</bdi> decides for the family.
          </p>
        )}
        <ConsentList clientId={clientId} consents={consents} isOnBehalf />
      </div>
    )}
  </ReadState>
)
