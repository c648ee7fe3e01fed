import { CircleCheck, Info, type LucideIcon, OctagonAlert, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { softTone, type Tone } from './tone.ts'

const icons: Record<Tone, LucideIcon> = {
  neutral: Info,
  blue: Info,
  purple: Info,
  brand: Info,
  green: CircleCheck,
  amber: TriangleAlert,
  red: OctagonAlert,
}

type BannerProps = {
  tone: Tone
  icon?: LucideIcon
  children: ReactNode
  action?: ReactNode
  /** It appears while the page is open, and is announced politely. */
  isLive?: boolean
  /** Something has just failed, and is announced at once. */
  role?: 'alert'
  className?: string
}

export function Banner({ tone, icon, children, action, isLive, role, className }: BannerProps) {
  const Icon = icon ?? icons[tone]
  return (
    <div
      role={role}
      aria-live={isLive ? 'polite' : undefined}
      className={classNames(
        'flex flex-wrap items-center gap-x-3 gap-y-2 rounded-md px-4 py-3 text-sm forced-colors:border',
        softTone[tone],
        tone === 'neutral' && 'text-ink',
        className,
      )}
    >
      <Icon aria-hidden size={18} className="shrink-0" />
      <div className="min-w-0 flex-1 basis-56">{children}</div>
      {action}
    </div>
  )
}
