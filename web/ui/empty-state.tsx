import { Inbox, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'

type EmptyStateProps = {
  icon?: LucideIcon
  title: ReactNode
  hint?: ReactNode
  action?: ReactNode
}

export function EmptyState({ icon: Icon = Inbox, title, hint, action }: EmptyStateProps) {
  return (
    <div className="flex flex-col items-center px-6 py-12 text-center">
      <span className="mb-3 flex size-12 items-center justify-center rounded-full bg-sunken text-muted">
        <Icon aria-hidden size={20} />
      </span>
      <div className="text-base font-semibold">{title}</div>
      {hint && <p className="mt-1 max-w-prose text-muted">{hint}</p>}
      {action && <div className="mt-4">{action}</div>}
    </div>
  )
}
