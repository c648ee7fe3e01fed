import { useState } from 'react'
import type { Client } from '#contract/clients/clients.ts'
import type { SessionDefinition } from '#contract/definitions/session-definition.ts'
import { Button } from '#web/ui/button.tsx'
import { AddSessionDialog } from './add-session-dialog.tsx'

export type AddSessionProps = {
  client: Pick<Client, 'id' | 'createdAt'>
  types: readonly SessionDefinition[]
}

/** The button and its dialog. */
export function AddSession(props: AddSessionProps) {
  const [isOpen, setOpen] = useState(false)
  const [pressedAt, setPressedAt] = useState<Date>()
  return (
    <>
      <Button
        size="sm"
        onClick={() => {
          setPressedAt(new Date())
          setOpen(true)
        }}
      >
        + Add session
      </Button>
      {pressedAt && (
        <AddSessionDialog
          {...props}
          pressedAt={pressedAt}
          isOpen={isOpen}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}
