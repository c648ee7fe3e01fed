import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { ScrollArea } from './scroll-area.tsx'

/** Figures side by side; on phones in one scrolling row. */
export const StatRow = ({ label, children }: { label: string; children: ReactNode }) => (
  <section aria-label={label} className="mb-6 print:hidden">
    <ScrollArea className="relative max-md:-mx-4 max-md:overflow-x-auto max-md:[scrollbar-width:none]">
      <div className="grid auto-cols-fr grid-flow-col gap-4 max-xl:grid-flow-row max-xl:grid-cols-3 max-md:flex max-md:w-max max-md:gap-2 max-md:px-4 [&>*]:max-md:min-w-28 [&>*]:max-md:p-3">
        {children}
      </div>
    </ScrollArea>
  </section>
)

type StatCardProps = {
  label: string
  /** Undefined while it loads. */
  value: ReactNode
  icon?: LucideIcon
  hint?: ReactNode
  isPressed?: boolean
  onClick?: () => void
}

/** With `onClick` it is a toggle button. */
export function StatCard({ label, value, icon: Icon, hint, isPressed, onClick }: StatCardProps) {
  const classes = classNames(
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
  if (!onClick) return <div className={classes}>{content}</div>
  return (
    <button
      type="button"
      aria-pressed={isPressed ?? false}
      onClick={onClick}
      className={classNames(classes, 'transition-colors', !isPressed && 'hover:border-outline')}
    >
      {content}
    </button>
  )
}
