import type { ReactNode } from 'react'

type PageHeaderProps = {
  title: ReactNode
  subtitle?: ReactNode
  actions?: ReactNode
  back?: ReactNode
  /** Right of the title. */
  beside?: ReactNode
}

export function PageHeader({ title, subtitle, actions, back, beside }: PageHeaderProps) {
  return (
    <header className="mb-6">
      {back && <div className="mb-3">{back}</div>}
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="min-w-0">
          <div className="flex flex-wrap items-center gap-x-2">
            <h1 dir="auto" className="text-xl">
              {title}
            </h1>
            {beside}
          </div>
          {subtitle && <div className="mt-1 max-w-prose text-pretty text-muted">{subtitle}</div>}
        </div>
        {actions && <div className="flex flex-wrap items-center gap-2">{actions}</div>}
      </div>
    </header>
  )
}
