import { Bell } from 'lucide-react'
import { useState } from 'react'
import { useOpenHere } from '#web/lib/use-open-here.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { optional } from '#web/ui/optional.tsx'

const NotificationsDialog = optional(
  async () =>
    (await import('#web/features/notifications/notifications-dialog.tsx')).NotificationsDialog,
  'The notifications could not be loaded.',
)

/** The button, and its dialog once somebody wants it. */
export function Notifications() {
  const [isOpen, setOpen] = useOpenHere()
  const [isWanted, setWanted] = useState(false)
  return (
    <>
      <IconButton
        label="Notifications"
        icon={Bell}
        onClick={() => {
          setWanted(true)
          setOpen(true)
        }}
      />
      {isWanted && <NotificationsDialog isOpen={isOpen} onClose={() => setOpen(false)} />}
    </>
  )
}
