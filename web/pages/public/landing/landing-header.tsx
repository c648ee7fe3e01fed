import { Link } from 'react-router'
import { Menu } from 'lucide-react'
import { useState } from 'react'
import { brandName } from '#web/lib/page-settings.ts'
import { paths } from '#web/paths.ts'
import { BrandMark } from '#web/ui/brand-mark.tsx'
import { Button } from '#web/ui/button.tsx'
import { sections } from './section.tsx'
import { useOpenOnThisPage } from '#web/lib/use-open-on-this-page.ts'
import { lazyComponent } from '#web/parts/lazy-component.tsx'

/** Below 768 px its links are in the menu. */
export function LandingHeader() {
  return (
    <header className="sticky top-0 z-30 border-b border-line bg-canvas">
      <div className="mx-auto flex h-16 max-w-7xl items-center gap-3 px-6 max-md:px-4">
        <Link
          to={paths.landing}
          className="flex min-w-0 items-center gap-3 rounded-md text-base font-semibold"
        >
          <BrandMark className="size-8 shrink-0" />
          <span className="truncate">{brandName}</span>
        </Link>
        <nav aria-label="Sections" className="ml-6 max-md:hidden">
          <ul className="flex gap-1">
            {sections.map(({ id, label }) => (
              <li key={id}>
                <a
                  href={`#${id}`}
                  className="block rounded-md px-3 py-2 font-semibold text-muted transition-colors hover:bg-sunken hover:text-ink"
                >
                  {label}
                </a>
              </li>
            ))}
          </ul>
        </nav>
        <div className="ml-auto flex items-center gap-2">
          <Button asChild variant="secondary">
            <Link to={paths.login}>Log in</Link>
          </Button>
          <div className="md:hidden">
            <LandingMenu />
          </div>
        </div>
      </div>
    </header>
  )
}

const LandingDrawer = lazyComponent(
  async () => (await import('./landing-drawer.tsx')).LandingDrawer,
  'The menu could not be loaded.',
)

/** Slides in on phones and repeats the top bar (docs/product.md, "Landing page"). */
function LandingMenu() {
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
