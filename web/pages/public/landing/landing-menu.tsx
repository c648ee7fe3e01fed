import { Menu } from 'lucide-react'
import { useState } from 'react'
import { useOpenOnThisPage } from '#web/lib/use-open-on-this-page.ts'
import { Button } from '#web/ui/button.tsx'
import { lazyComponent } from '#web/parts/lazy-component.tsx'

const LandingDrawer = lazyComponent(
  async () => (await import('./landing-drawer.tsx')).LandingDrawer,
  'The menu could not be loaded.',
)

/** Slides in on phones and repeats the top bar (docs/product.md, "Landing page"). */
export function LandingMenu() {
  const [isOpen, setOpen] = useOpenOnThisPage()
  const [isWanted, setWanted] = useState(false)
  return (
    <>
      <Button
        variant="ghost"
        icon={Menu}
        aria-label="Menu"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => {
          setWanted(true)
          setOpen(true)
        }}
      />
      {isWanted && <LandingDrawer isOpen={isOpen} onClose={() => setOpen(false)} />}
    </>
  )
}
