import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Outlet, useLocation, useMatch } from 'react-router'
import { useSignedInUser } from '#web/features/auth/current-user.ts'
import { ImpersonationBanner } from '#web/features/auth/impersonation-banner.tsx'
import { RequireUser } from '#web/features/auth/require-user.tsx'
import { ConfirmationProvider } from '#web/features/security/confirmation-provider.tsx'
import { greetingName } from '#web/lib/person-names.ts'
import { paths } from '#web/paths.ts'
import { fetchHomePage } from '#web/pages/home/fetch-home-page.ts'
import { foldedSidebarQuery, phoneQuery, useMediaQuery } from '#web/ui/use-media-query.ts'
import { classNames } from '#web/ui/class-names.ts'
import { lazyPage } from '#web/parts/lazy-component.tsx'
import { SkipLink } from '#web/ui/skip-link.tsx'
import { ThemeSwitch } from '#web/ui/theme-switch.tsx'
import { TooltipProvider } from '#web/ui/tooltip.tsx'
import { MobileSidebar } from './mobile-sidebar.tsx'
import { Notifications } from './notifications.tsx'
import { QuickJump } from './quick-jump.tsx'
import { Sidebar } from './sidebar.tsx'
import { UploadNotice } from './upload-notice.tsx'

/** See docs/product.md, "Shell". */
export function AppShell() {
  return (
    <RequireUser>
      <TooltipProvider>
        <SecondFactorFirst>
          <ConfirmationProvider>
            <Frame />
          </ConfirmationProvider>
        </SecondFactorFirst>
      </TooltipProvider>
    </RequireUser>
  )
}

const SetUpSecondFactor = lazyPage(
  async () => (await import('#web/pages/security/set-up-second-factor.tsx')).SetUpSecondFactor,
)

/** Stays until the user continues, because the recovery codes are shown only once. */
function SecondFactorFirst({ children }: { children: ReactNode }) {
  const { needsSecondFactor } = useSignedInUser()
  const [isSettingUp, setSettingUp] = useState(needsSecondFactor)
  if (needsSecondFactor && !isSettingUp) setSettingUp(true)
  if (!isSettingUp) return children
  return <SetUpSecondFactor isDone={!needsSecondFactor} onContinue={() => setSettingUp(false)} />
}

function Frame() {
  const user = useSignedInUser()
  const isPhone = useMediaQuery(phoneQuery)
  // A plan needs the width for its weeks.
  const isOnPlan = useMatch(paths.plan(':clientId')) !== null
  const isFolded = useMediaQuery(foldedSidebarQuery) && isOnPlan
  const main = useFocusAfterNavigation()
  return (
    <div
      className={classNames(
        'flex min-h-dvh flex-col',
        // Sticky parts of a page stay below the banner.
        isFolded ? '[--sidebar:4.5rem]' : '[--sidebar:18rem]',
        user.isImpersonating ? '[--page-top:3.5rem] max-md:[--page-top:5rem]' : '[--page-top:0px]',
      )}
    >
      <SkipLink />
      {user.isImpersonating && <ImpersonationBanner user={user} onExit={fetchHomePage} />}
      <div className="flex flex-1">
        {!isPhone && (
          <aside
            aria-label="Sidebar"
            className="sticky top-(--page-top) h-[calc(100dvh-var(--page-top))] w-(--sidebar) shrink-0 border-r border-line bg-surface"
          >
            <Sidebar isFolded={isFolded} />
          </aside>
        )}
        <div className="flex min-w-0 flex-1 flex-col">
          <header className="flex h-16 shrink-0 items-center gap-3 border-b border-line bg-surface px-6 max-md:px-4">
            {isPhone && <MobileSidebar />}
            <p className="min-w-0 flex-1 truncate text-base font-semibold">
              Welcome back <bdi>{greetingName(user)}</bdi>
            </p>
            <QuickJump />
            <UploadNotice />
            <Notifications />
            {!isPhone && <ThemeSwitch />}
          </header>
          <main
            id="main"
            ref={main}
            tabIndex={-1}
            className="flex-1 px-6 pt-8 pb-[calc(2rem+var(--page-end,0px))] outline-none max-md:px-4 max-md:pt-6"
          >
            <Outlet />
          </main>
        </div>
      </div>
    </div>
  )
}

/** After navigating, Tab and screen readers start at the new page, not in the navigation. */
function useFocusAfterNavigation() {
  const { pathname } = useLocation()
  const main = useRef<HTMLElement>(null)
  const before = useRef(pathname)
  useEffect(() => {
    if (before.current === pathname) return
    before.current = pathname
    main.current?.focus({ preventScroll: true })
  }, [pathname])
  return main
}
