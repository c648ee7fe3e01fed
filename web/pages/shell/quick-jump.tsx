import { Search } from 'lucide-react'
import { useRef, useState } from 'react'
import { useOpenOnThisPage } from '#web/lib/use-open-on-this-page.ts'
import { Button } from '#web/ui/button.tsx'
import { lazyComponent } from '#web/parts/lazy-component.tsx'
import { usePageShortcuts } from '#web/ui/use-page-shortcuts.ts'

const QuickJumpDialog = lazyComponent(
  async () => (await import('./quick-jump-dialog.tsx')).QuickJumpDialog,
  'The search could not be loaded.',
)

const isMac = /mac|iphone|ipad/i.test(navigator.userAgent)

/** Opened by the button or Ctrl K. */
export function QuickJump() {
  const [isOpen, setOpen] = useOpenOnThisPage()
  const [isWanted, setWanted] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const open = () => {
    setWanted(true)
    setOpen(true)
  }
  usePageShortcuts(button, (event) => {
    const isKey = event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey)
    if (!isKey || event.altKey || event.shiftKey) return
    event.preventDefault()
    open()
  })
  return (
    <>
      <Button
        ref={button}
        variant="secondary"
        size="sm"
        icon={Search}
        aria-keyshortcuts="Control+K Meta+K"
        onClick={open}
      >
        <span className="max-md:sr-only">Jump to</span>
        <kbd aria-hidden className="font-sans text-xs font-normal text-muted max-md:hidden">
          {isMac ? '⌘K' : 'Ctrl K'}
        </kbd>
      </Button>
      {isWanted && <QuickJumpDialog isOpen={isOpen} onClose={() => setOpen(false)} />}
    </>
  )
}
