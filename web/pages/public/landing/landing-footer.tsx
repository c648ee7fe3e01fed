import { Link } from 'react-router'
import { brandName } from '#web/lib/page-settings.ts'
import { paths } from '#web/paths.ts'
import { BrandMark } from '#web/ui/brand-mark.tsx'
import { lazyComponent } from '#web/parts/lazy-component.tsx'
import { sections } from './section.tsx'

const ThemeSwitch = lazyComponent(
  async () => (await import('./landing-theme-switch.tsx')).LandingThemeSwitch,
)

const look = 'rounded-md py-1 text-muted hover:text-ink hover:underline'

export const LandingFooter = () => (
  <footer>
    <div className="mx-auto flex max-w-7xl flex-wrap items-start justify-between gap-x-12 gap-y-8 px-6 py-12 max-md:px-4">
      <div className="flex max-w-md flex-col gap-3">
        <p className="flex items-center gap-3 text-base font-semibold">
          <BrandMark />
          {brandName}
        </p>
        <p className="text-muted">
          This is not an emergency service. If you or someone near you is in danger, call your local
          emergency number: 112 in the European Union.
        </p>
      </div>
      <nav aria-label="Footer">
        <ul className="grid grid-cols-2 gap-x-10 gap-y-1">
          {sections.map(({ id, label }) => (
            <li key={id}>
              <a href={`#${id}`} className={look}>
                {label}
              </a>
            </li>
          ))}
          <li>
            <Link to={paths.trust} className={look}>
              Privacy and trust
            </Link>
          </li>
          <li>
            <Link to={paths.accessibility} className={look}>
              Accessibility
            </Link>
          </li>
          <li>
            <Link to={paths.login} className={look}>
              Log in
            </Link>
          </li>
        </ul>
      </nav>
      <div className="h-9 w-23">
        <ThemeSwitch />
      </div>
    </div>
  </footer>
)
