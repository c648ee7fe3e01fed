import type { ComponentProps, ReactNode } from 'react'
import { classNames } from './class-names.ts'

export function Card({ className, ...section }: ComponentProps<'section'>) {
  return (
    <section
      className={classNames(
        'rounded-md border border-line bg-surface [:where(&)]:p-5 max-md:[:where(&)]:p-4',
        className,
      )}
      {...section}
    />
  )
}

type CardHeaderProps = {
  title: ReactNode
  description?: ReactNode
  actions?: ReactNode
  level?: 2 | 3
}

export function CardHeader({ title, description, actions, level = 2 }: CardHeaderProps) {
  const Heading = level === 2 ? 'h2' : 'h3'
  return (
    <div className="mb-4 flex flex-wrap items-start justify-between gap-3">
      <div>
        <Heading className="text-base">{title}</Heading>
        {description && <p className="text-muted">{description}</p>}
      </div>
      {actions && <div className="flex flex-wrap items-center gap-2">{actions}</div>}
    </div>
  )
}
