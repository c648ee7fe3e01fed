import { Link } from 'react-router'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Drawer } from '#web/ui/drawer.tsx'
import { TooltipProvider } from '#web/ui/tooltip.tsx'
import { sections } from './section.tsx'

type LandingDrawerProps = { isOpen: boolean; onClose: () => void }

export const LandingDrawer = ({ isOpen, onClose }: LandingDrawerProps) => (
  <TooltipProvider>
    <Drawer isOpen={isOpen} onClose={onClose} title="Menu">
      <nav aria-label="Sections" className="flex flex-col gap-6">
        <ul className="flex flex-col">
          {sections.map(({ id, label }) => (
            <li key={id} className="border-b border-line">
              <a
                href={`#${id}`}
                onClick={onClose}
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
  </TooltipProvider>
)
