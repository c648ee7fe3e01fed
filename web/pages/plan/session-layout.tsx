import type { ReactNode } from 'react'
import type { DrawerTab } from '#web/lib/plan-address.ts'
import { classNames } from '#web/ui/class-names.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Spinner } from '#web/ui/spinner.tsx'

/** On a wide screen: what belongs to the session on the left, what is read on the right. */
const columns =
  'lg:grid lg:grid-cols-[24rem_minmax(0,1fr)] lg:gap-x-6 xl:grid-cols-[26rem_minmax(0,1fr)]'

/**
 * Where the tabs of a session stand. Their row stays at the top: in a grid it shares its row with what is below, or it would
 * have no way to stay.
 */
export const tabPlaces = (isBesidePlayer: boolean) => ({
  className: classNames(
    columns,
    isBesidePlayer && 'md:max-lg:grid md:max-lg:grid-cols-[3fr_2fr] md:max-lg:gap-x-5',
  ),
  rowClassName: classNames(
    'sticky -top-5 z-20 -mx-6 h-11 bg-surface px-6 max-md:-mx-4 max-md:px-4',
    'lg:-top-2 lg:col-start-2 lg:row-start-1 lg:mx-0 lg:self-start lg:px-0',
    isBesidePlayer && 'md:max-lg:col-[1/-1] md:max-lg:row-start-1 md:max-lg:self-start',
  ),
  panelClassName: classNames(
    'pt-5 lg:col-start-2 lg:row-start-1 lg:pt-15',
    isBesidePlayer && 'md:max-lg:col-start-2 md:max-lg:row-start-1 md:max-lg:pt-16',
  ),
})

type SessionAsideProps = {
  tab: DrawerTab
  hasRecording: boolean
  hasLines: boolean
  children: ReactNode
}

/** The player and what goes with it: a column of its own on a wide screen, else a bar below the tabs, or large on its tab. */
export function SessionAside({ tab, hasRecording, hasLines, children }: SessionAsideProps) {
  const narrow =
    tab === 'recording'
      ? classNames(
          'max-lg:pt-5 max-md:sticky max-md:top-6',
          hasLines
            ? 'md:max-lg:col-start-1 md:max-lg:row-start-1 md:max-lg:pt-16'
            : 'max-lg:max-w-2xl',
        )
      : 'max-lg:sticky max-lg:top-6 max-lg:-mx-6 max-lg:border-b max-lg:border-line max-lg:px-6 max-lg:py-2 max-md:-mx-4 max-md:px-4'
  return (
    <div
      className={classNames(
        'z-10 bg-surface',
        'lg:sticky lg:-top-2 lg:col-start-1 lg:row-start-1 lg:-mx-1 lg:flex lg:max-h-[calc(100dvh-4rem)] lg:flex-col lg:gap-4 lg:*:shrink-0 lg:self-start lg:overflow-y-auto lg:px-1 lg:py-3',
        hasRecording ? narrow : 'max-lg:hidden',
      )}
    >
      {children}
    </div>
  )
}

/** The shape of a session that loads. */
export const SessionSkeleton = () => (
  <div className={classNames('flex flex-col gap-5', columns)}>
    <Spinner label="Loading the session" className="sr-only" />
    <div className="flex flex-col gap-4 max-lg:hidden lg:py-3">
      <Skeleton className="h-14 w-full" />
      <Skeleton className="aspect-video w-full" />
    </div>
    <div className="flex flex-col gap-5">
      <div className="flex h-11 items-center gap-4 border-b border-line">
        <Skeleton className="h-5 w-20" />
        <Skeleton className="h-5 w-20" />
        <Skeleton className="h-5 w-24" />
      </div>
      <Skeleton className="h-44 w-full" />
      <Skeleton className="h-40 w-full" />
    </div>
  </div>
)
