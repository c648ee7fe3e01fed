import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'

type StatCardProps = {
  label: string
  /** Leave it out while it loads: its place is kept. */
  value: ReactNode
  icon?: LucideIcon
  hint?: ReactNode
  isPressed?: boolean
  onClick?: () => void
}

/** One figure. With `onClick` it is a filter that is pressed or not. */
export function StatCard({ label, value, icon: Icon, hint, isPressed, onClick }: StatCardProps) {
  const look = classNames(
    'flex flex-col gap-1 rounded-md border p-4 text-left',
    isPressed ? 'border-brand bg-brand-soft' : 'border-line bg-surface',
  )
  const content = (
    <>
      <span
        className={classNames(
          'flex items-center justify-between gap-2 text-xs font-semibold',
          isPressed ? 'text-brand-ink' : 'text-muted',
        )}
      >
        {label}
        {Icon && <Icon aria-hidden size={16} className="shrink-0" />}
      </span>
      <span className="text-xl font-semibold tracking-tight tabular-nums">
        {value ?? <span className="block h-9 w-16 animate-pulse rounded-md bg-line" />}
      </span>
      {hint && <span className="text-xs text-muted">{hint}</span>}
    </>
  )
  if (!onClick) return <div className={look}>{content}</div>
  return (
    <button
      type="button"
      aria-pressed={isPressed ?? false}
      onClick={onClick}
      className={classNames(look, 'transition-colors', !isPressed && 'hover:border-outline')}
    >
      {content}
    </button>
  )
}
