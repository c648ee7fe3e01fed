import { useQuery } from '@tanstack/react-query'
import { Bell } from 'lucide-react'
import { useState } from 'react'
import { listMyNotices } from '#contract/notices.ts'
import { queryFor } from '#web/lib/query.ts'
import { useOpenOnThisPage } from '#web/lib/use-open-on-this-page.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { lazyComponent } from '#web/parts/lazy-component.tsx'

const NoticesDialog = lazyComponent(
  async () => (await import('#web/features/notifications/notices-dialog.tsx')).NoticesDialog,
  'The notifications could not be loaded.',
)

export function Notifications() {
  const [isOpen, setOpen] = useOpenOnThisPage()
  const [isWanted, setWanted] = useState(false)
  const unread = useQuery(queryFor(listMyNotices, {})).data?.unread ?? 0
  return (
    <>
      <span className="relative">
        <IconButton
          label="Notifications"
          aria-description={unread ? `${unread} unread` : undefined}
          icon={Bell}
          onClick={() => {
            setWanted(true)
            setOpen(true)
          }}
        />
        {unread > 0 && (
          <span
            aria-hidden
            className="pointer-events-none absolute top-0.5 right-0.5 min-w-4 rounded-full bg-brand px-1 text-center text-[0.625rem] leading-4 font-semibold text-on-brand"
          >
            {unread > 9 ? '9+' : unread}
          </span>
        )}
      </span>
      {isWanted && <NoticesDialog isOpen={isOpen} onClose={() => setOpen(false)} />}
    </>
  )
}
