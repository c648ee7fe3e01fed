import { useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Card, CardHeader } from '#web/ui/card.tsx'
import { AnalysisDialog } from './analysis-dialog.tsx'

/** On the client's own plan. */
export function AnalysisCard({ clientId }: { clientId: string }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <Card>
      <CardHeader
        title="How my sessions are analyzed"
        description={
          <span className="block max-w-prose">
            The written conversation of a session may be checked for values such as stress or
            energy. See what happens, who does it and where. You can refuse at any time.
          </span>
        }
        actions={
          <Button variant="secondary" onClick={() => setOpen(true)}>
            Review your choices
          </Button>
        }
      />
      <AnalysisDialog clientId={clientId} isOpen={isOpen} onClose={() => setOpen(false)} />
    </Card>
  )
}
