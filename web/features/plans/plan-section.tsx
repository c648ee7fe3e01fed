import type { ReactNode } from 'react'

type PlanSectionProps = { title: string; action?: ReactNode; children: ReactNode }

/** One grid of the plan under its heading. */
export const PlanSection = ({ title, action, children }: PlanSectionProps) => (
  <section className="overflow-hidden rounded-md border border-line bg-surface">
    <div className="flex min-h-14 flex-wrap items-center justify-between gap-3 border-b border-line px-4 py-2.5">
      <h2 className="text-base">{title}</h2>
      {action}
    </div>
    {children}
  </section>
)

export const EmptySection = ({ children }: { children: ReactNode }) => (
  <p className="px-4 py-6 text-muted">{children}</p>
)
