import type { ReactNode } from 'react'
import { classNames } from '#web/ui/class-names.ts'

/** What the top bar, the mobile menu and the footer link to (docs/product.md, "Landing page"). */
export const sections = [
  { id: 'product', label: 'Product' },
  { id: 'features', label: 'Features' },
  { id: 'marketplace', label: 'Marketplace' },
  { id: 'company', label: 'Company' },
] as const

export type SectionId = (typeof sections)[number]['id']

type SectionProps = {
  id: SectionId
  title: string
  lead: ReactNode
  /** Has another background than its neighbors. */
  isRaised?: boolean
  children: ReactNode
}

/** The scroll margin keeps it clear of the top bar. */
export function Section({ id, title, lead, isRaised = false, children }: SectionProps) {
  const titleId = `${id}-title`
  return (
    <section
      id={id}
      aria-labelledby={titleId}
      className={classNames('scroll-mt-16', isRaised && 'border-y border-line bg-surface')}
    >
      <div className="mx-auto flex max-w-7xl flex-col gap-10 px-6 py-20 max-md:gap-8 max-md:px-4 max-md:py-14">
        <div className="max-w-2xl">
          <p aria-hidden className="text-sm font-semibold text-brand-ink">
            {sections.find((it) => it.id === id)?.label}
          </p>
          <h2 id={titleId} className="mt-2 text-xl">
            {title}
          </h2>
          <p className="mt-3 text-base text-muted">{lead}</p>
        </div>
        {children}
      </div>
    </section>
  )
}
