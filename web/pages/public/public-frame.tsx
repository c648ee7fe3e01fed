import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { brandName } from '#web/lib/page-settings.ts'
import { paths } from '#web/paths.ts'
import { BrandMark } from '#web/ui/brand-mark.tsx'
import { Card } from '#web/ui/card.tsx'
import { classNames } from '#web/ui/class-names.ts'

type PublicFrameProps = { isDocument?: boolean; children: ReactNode }

/** Around every form, and a document, for signed-out users; the logo leads to the landing page. */
export function PublicFrame({ isDocument = false, children }: PublicFrameProps) {
  return (
    <div className="grid min-h-dvh lg:grid-cols-2">
      <main className="flex flex-col px-6 py-8">
        <Link
          to={paths.landing}
          className="flex items-center gap-3 self-start rounded-md text-base font-semibold"
        >
          <BrandMark />
          {brandName}
        </Link>
        <div
          className={classNames(
            'm-auto flex w-full flex-col gap-6 py-10',
            isDocument ? 'max-w-prose' : 'max-w-sm',
          )}
        >
          {children}
        </div>
      </main>
      <QuietWaves />
    </div>
  )
}

type PublicHeadingProps = {
  title: string
  /** Set where the heading replaces a submitted form. */
  takesFocus?: boolean
  children?: ReactNode
}

export function PublicHeading({ title, takesFocus = false, children }: PublicHeadingProps) {
  return (
    <div>
      <h1 {...(takesFocus && focusOnMount)} className="text-xl outline-none">
        {title}
      </h1>
      {children && <p className="mt-2 break-words text-muted">{children}</p>}
    </div>
  )
}

type MessageCardProps = {
  title: string
  children: ReactNode

  action?: ReactNode
}

/** Replaces a page that cannot do its job; read out as it appears. */
export function MessageCard({ title, children, action }: MessageCardProps) {
  return (
    <Card className="flex flex-col items-start gap-4 p-6">
      <h1 {...focusOnMount} className="text-lg outline-none">
        {title}
      </h1>
      <div className="flex flex-col gap-2 text-muted">{children}</div>
      {action && <div className="flex flex-wrap gap-3">{action}</div>}
    </Card>
  )
}

/** Leads screen readers to a heading that replaced other content. */
const focusOnMount = {
  tabIndex: -1,
  ref: (heading: HTMLElement | null) => heading?.focus({ preventScroll: true }),
}

/** The picture beside forms on wide screens; it stays in view beside a long document. */
function QuietWaves() {
  return (
    <div
      aria-hidden
      data-edge-to-edge
      className="sticky top-0 h-dvh overflow-hidden bg-brand-soft max-lg:hidden print:hidden"
    >
      <svg
        viewBox="0 0 600 800"
        preserveAspectRatio="xMidYMax slice"
        className="absolute inset-0 size-full"
      >
        <circle cx="420" cy="240" r="84" className="fill-brand" opacity="0.14" />
        {waves.map(({ y, height, opacity }) => (
          <path key={y} d={wave(y, height)} className="fill-brand" opacity={opacity} />
        ))}
      </svg>
    </div>
  )
}

const waves = [
  { y: 430, height: 60, opacity: 0.1 },
  { y: 500, height: 44, opacity: 0.16 },
  { y: 570, height: 30, opacity: 0.24 },
  { y: 640, height: 18, opacity: 0.34 },
  { y: 710, height: 8, opacity: 0.5 },
]

const wave = (y: number, height: number) =>
  `M0 ${y}c100-${height} 200-${height} 300 0s200 ${height} 300 0V800H0z`
