import { type ReactNode, useEffect, useRef, useState, useCallback } from 'react'
import { Outlet, useLocation, useMatch } from 'react-router'
import { Menu, Bell } from 'lucide-react'
import { useQuery } from '@tanstack/react-query'
import { useSignedInUser } from '#web/features/accounts/auth/current-user.ts'
import { ImpersonationBanner } from '#web/features/accounts/auth/impersonation-banner.tsx'
import { RequireUser } from '#web/features/accounts/auth/require-user.tsx'
import { greetingName } from '#web/lib/person-names.ts'
import { paths } from '#web/paths.ts'
import { fetchHomePage } from '#web/pages/home/fetch-home-page.ts'
import { foldedSidebarQuery, phoneQuery, useMediaQuery } from '#web/ui/use-media-query.ts'
import { classNames } from '#web/ui/class-names.ts'
import { lazyPage, lazyComponent } from '#web/parts/lazy-component.tsx'
import { SkipLink } from '#web/ui/skip-link.tsx'
import { ThemeSwitch } from '#web/ui/theme-switch.tsx'
import { TooltipProvider } from '#web/ui/tooltip.tsx'
import { QuickJump } from './quick-jump.tsx'
import { Sidebar } from './sidebar.tsx'
import { type AskForConfirmation, ConfirmationContext } from '#web/form/confirmation.tsx'
import { useOpenOnThisPage } from '#web/lib/use-open-on-this-page.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Sheet } from '#web/ui/sheet.tsx'
import { listMyNotices } from '#contract/messages/notices.ts'
import { queryFor } from '#web/lib/query.ts'
import { staff } from '#contract/roles.ts'

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

const ConfirmSecondFactor = lazyComponent(
  async () =>
    (await import('#web/features/accounts/security/confirm-second-factor.tsx')).ConfirmSecondFactor,
)

/** One dialog for everything that needs the second factor again. */
function ConfirmationProvider({ children }: { children: ReactNode }) {
  const [isOpen, setOpen] = useState<boolean>()
  const answer = useRef<(hasConfirmed: boolean) => void>(undefined)
  const ask = useCallback<AskForConfirmation>(() => {
    answer.current?.(false)
    setOpen(true)
    return new Promise((resolve) => {
      answer.current = resolve
    })
  }, [])
  const finish = (hasConfirmed: boolean) => {
    setOpen(false)
    answer.current?.(hasConfirmed)
  }
  return (
    <ConfirmationContext value={ask}>
      {children}
      {isOpen !== undefined && (
        <ConfirmSecondFactor
          isOpen={isOpen}
          onClose={() => finish(false)}
          onConfirmed={() => finish(true)}
        />
      )}
    </ConfirmationContext>
  )
}

/** Slides over the page from the left, below 768 px. */
function MobileSidebar() {
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

const NoticesDialog = lazyComponent(
  async () =>
    (await import('#web/features/messages/notifications/notices-dialog.tsx')).NoticesDialog,
  'The notifications could not be loaded.',
)

function Notifications() {
  const [isOpen, setOpen] = useOpenOnThisPage()
  const [isWanted, setWanted] = useState(false)
  const unread = useQuery(queryFor(listMyNotices, {})).data?.unread ?? 0
  return (
    <>
      <span className="relative">
        <IconButton
          label="Notifications"
          aria-description={unread ? `${unread} unread` : undefined}
          icon={Bell}
          onClick={() => {
            setWanted(true)
            setOpen(true)
          }}
        />
        {unread > 0 && (
          <span
            aria-hidden
            className="pointer-events-none absolute top-0.5 right-0.5 min-w-4 rounded-full bg-brand px-1 text-center text-[0.625rem] leading-4 font-semibold text-on-brand"
          >
            {unread > 9 ? '9+' : unread}
          </span>
        )}
      </span>
      {isWanted && <NoticesDialog isOpen={isOpen} onClose={() => setOpen(false)} />}
    </>
  )
}

/** Brings the upload code, which no page should wait for. */
const UploadPill = lazyComponent(async () => (await import('./upload-pill.tsx')).UploadPill)

/** Uploads continue while their drawer is closed, so every page shows them to those who may upload. */
function UploadNotice() {
  const { roles } = useSignedInUser()
  return staff.some((role) => roles.includes(role)) && <UploadPill />
}
