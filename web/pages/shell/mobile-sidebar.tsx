import { Menu } from 'lucide-react'
import { useOpenOnThisPage } from '#web/lib/use-open-on-this-page.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Sheet } from '#web/ui/sheet.tsx'
import { Sidebar } from './sidebar.tsx'

/** Slides over the page from the left, below 768 px. */
export function MobileSidebar() {
  const [isOpen, setOpen] = useOpenOnThisPage()
  return (
    <>
      <IconButton
        label="Menu"
        icon={Menu}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => setOpen(true)}
      />
      <Sheet isOpen={isOpen} onClose={() => setOpen(false)} side="left" label="Menu">
        <Sidebar onLeave={() => setOpen(false)} />
      </Sheet>
    </>
  )
}
