import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { softTone, type Tone } from './tone.ts'

type BadgeProps = { tone?: Tone; icon?: LucideIcon; children: ReactNode; className?: string }

export function Badge({ tone = 'neutral', icon: Icon, children, className }: BadgeProps) {
  return (
    <span
      className={classNames(
        // The border separates it from a row of the same color.
        'inline-flex items-center gap-1 rounded-full px-2 py-0.5 text-xs ring-1 ring-current/35 ring-inset forced-colors:border font-semibold whitespace-nowrap',
        softTone[tone],
        className,
      )}
    >
      {Icon && <Icon aria-hidden size={12} className="shrink-0" />}
      {children}
    </span>
  )
}
