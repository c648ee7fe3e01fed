import { Menu, X } from 'lucide-react'
import { Dialog } from 'radix-ui'
import { useState } from 'react'
import { IconButton } from '#web/ui/button.tsx'
import { overlayLook } from '#web/ui/dialog.tsx'
import { Sidebar } from './sidebar.tsx'

/** Slides over the page from the left, below 768 px. */
export function MobileSidebar() {
  const [isOpen, setOpen] = useState(false)
  return (
    <Dialog.Root open={isOpen} onOpenChange={setOpen}>
      <Dialog.Trigger asChild>
        <IconButton label="Menu" icon={Menu} />
      </Dialog.Trigger>
      <Dialog.Portal>
        <Dialog.Overlay className={overlayLook} />
        <Dialog.Content
          aria-describedby={undefined}
          // The menu itself, or Radix picks the first button: the one that logs out.
          onOpenAutoFocus={(event) => {
            event.preventDefault()
            if (event.currentTarget instanceof HTMLElement) event.currentTarget.focus()
          }}
          className="fixed inset-y-0 left-0 z-40 w-72 max-w-[85vw] bg-surface text-ink shadow-float outline-none data-[state=closed]:animate-fade-out data-[state=open]:animate-fade-in"
        >
          <Dialog.Title className="sr-only">Menu</Dialog.Title>
          <Sidebar onLeave={() => setOpen(false)} />
          <Dialog.Close asChild>
            <IconButton label="Close" icon={X} size="sm" className="absolute top-5 right-4" />
          </Dialog.Close>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
