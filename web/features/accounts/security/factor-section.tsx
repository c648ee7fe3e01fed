import type { ReactNode } from 'react'

type FactorSectionProps = {
  title: string
  description: ReactNode
  action: ReactNode
  children?: ReactNode
}

export const FactorSection = ({ title, description, action, children }: FactorSectionProps) => (
  <section aria-label={title} className="py-4 first:pt-0 last:pb-0">
    <div className="flex flex-wrap items-start justify-between gap-3">
      <div className="min-w-0 flex-1 basis-60">
        <h3>{title}</h3>
        <p className="text-muted">{description}</p>
      </div>
      {action}
    </div>
    {children}
  </section>
)
