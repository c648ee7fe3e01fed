import { Menu } from 'lucide-react'
import { Link } from 'react-router'
import { useOpenOnThisPage } from '#web/lib/use-open-on-this-page.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Drawer } from '#web/ui/drawer.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { sections } from './section.tsx'

/** Slides in on phones and repeats the top bar (specification part 1, section 2, "Landing page"). */
export function LandingMenu() {
  const [isOpen, setOpen] = useOpenOnThisPage()
  const close = () => setOpen(false)
  return (
    <>
      <IconButton
        label="Menu"
        icon={Menu}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => setOpen(true)}
      />
      <Drawer isOpen={isOpen} onClose={() => setOpen(false)} title="Menu">
        <nav aria-label="Sections" className="flex flex-col gap-6">
          <ul className="flex flex-col">
            {sections.map(({ id, label }) => (
              <li key={id} className="border-b border-line">
                <a
                  href={`#${id}`}
                  onClick={close}
                  className="block rounded-md py-4 text-base font-semibold"
                >
                  {label}
                </a>
              </li>
            ))}
          </ul>
          <Button asChild>
            <Link to={paths.login}>Log in</Link>
          </Button>
        </nav>
      </Drawer>
    </>
  )
}
