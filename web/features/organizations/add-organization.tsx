import { Plus } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { OrganizationDialog } from './organization-dialog.tsx'

/** The button and its dialog. */
export function AddOrganization() {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button icon={Plus} onClick={() => setOpen(true)}>
        Add Organization
      </Button>
      <OrganizationDialog isOpen={isOpen} onClose={() => setOpen(false)} />
    </>
  )
}
