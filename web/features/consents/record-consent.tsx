import { useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { optional } from '#web/ui/optional.tsx'

const ConsentsDialog = optional(
  async () => (await import('./consents-dialog.tsx')).ConsentsDialog,
  'The consents could not be loaded.',
)

/** Where work waits for consent. */
export function RecordConsent({ clientId }: { clientId: string }) {
  const [isOpen, setOpen] = useState(false)
  const [isWanted, setWanted] = useState(false)
  return (
    <>
      <Button
        variant="secondary"
        onClick={() => {
          setWanted(true)
          setOpen(true)
        }}
      >
        Show consents
      </Button>
      {isWanted && (
        <ConsentsDialog clientId={clientId} isOpen={isOpen} onClose={() => setOpen(false)} />
      )}
    </>
  )
}
