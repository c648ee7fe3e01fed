import { LogOut } from 'lucide-react'
import { Link, NavLink } from 'react-router'
import { roleLabel } from '#contract/roles.ts'
import { useSignedInUser } from '#web/features/accounts/auth/current-user.ts'
import { useLogout } from '#web/features/accounts/auth/use-logout.ts'
import { brandName } from '#web/lib/page-settings.ts'
import { signOutAfterConfirmation } from '#web/lib/sign-out.ts'
import { paths } from '#web/paths.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { BrandMark } from '#web/ui/brand-mark.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { ThemeSwitch } from '#web/ui/theme-switch.tsx'
import { listNavigation } from './navigation.ts'

type SidebarProps = {
  /** Closes the slide-over on phones. */
  onLeave?: () => void
  /** Icons only. */
  isFolded?: boolean
}

export function Sidebar({ onLeave, isFolded = false }: SidebarProps) {
  const user = useSignedInUser()
  const [firstRole] = user.roles
  const textClass = isFolded ? 'sr-only' : ''
  return (
    <div className="flex h-full flex-col">
      <Link
        to={paths.app}
        onClick={onLeave}
        className="m-3 flex h-12 shrink-0 items-center gap-3 self-start rounded-md px-2 text-base font-semibold"
      >
        <BrandMark />
        <span className={textClass}>{brandName}</span>
      </Link>
      <nav aria-label="Main" className="relative flex-1 overflow-y-auto px-3 py-2">
        <ul className="flex flex-col gap-1">
          {listNavigation(user).map(({ label, to, icon: Icon }) => (
            <li key={to}>
              <NavLink
                to={to}
                end={to === paths.app}
                onClick={onLeave}
                title={isFolded ? label : undefined}
                className={({ isActive }) =>
                  classNames(
                    'flex h-10 items-center gap-3 rounded-md px-3 font-semibold transition-colors',
                    isActive
                      ? 'bg-brand-soft text-brand-ink'
                      : 'text-muted hover:bg-sunken hover:text-ink',
                  )
                }
              >
                <Icon aria-hidden size={18} className="shrink-0" />
                <span className={textClass}>{label}</span>
              </NavLink>
            </li>
          ))}
        </ul>
      </nav>
      {onLeave && (
        <div className="px-4 py-3">
          <ThemeSwitch />
        </div>
      )}
      <div
        className={classNames(
          'flex items-center gap-3 border-t border-line p-4',
          isFolded && 'flex-col',
        )}
      >
        <Link
          to={paths.account}
          onClick={onLeave}
          title={`Your account: ${user.email}`}
          className="-m-2 flex min-w-0 flex-1 items-center gap-3 rounded-md p-2 hover:bg-sunken"
        >
          <Avatar initials={user.email.slice(0, 1)} />
          <span className={classNames('min-w-0 flex-1', textClass)}>
            <span className="block truncate font-semibold">{user.email}</span>
            {firstRole && <span className="block text-xs text-muted">{roleLabel[firstRole]}</span>}
          </span>
        </Link>
        <LogoutButton />
      </div>
    </div>
  )
}

function LogoutButton() {
  const leaving = useLogout()
  return (
    <IconButton
      label="Log out"
      icon={LogOut}
      isPending={leaving.isPending}
      onClick={() => signOutAfterConfirmation(() => leaving.run())}
    />
  )
}
