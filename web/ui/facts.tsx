import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'

type FactsProps = { className?: string; children: ReactNode }
type FactProps = {
  name: ReactNode
  isWide?: boolean
  className?: string
  children: ReactNode
}

/** Terms with their values below, in two columns unless `className` says otherwise. */
export const Facts = ({ className = 'grid grid-cols-2 gap-x-4 gap-y-3', children }: FactsProps) => (
  <dl className={className}>{children}</dl>
)

export const Fact = ({ name, isWide, className, children }: FactProps) => (
  <div className={classNames('min-w-0', isWide && 'col-span-full')}>
    <dt className="text-xs text-muted">{name}</dt>
    <dd dir="auto" className={classNames('mt-0.5 break-words', className)}>
      {children}
    </dd>
  </div>
)

/** Terms with their values beside them. */
export const FactLines = ({
  className = 'grid grid-cols-[auto_1fr] items-baseline gap-x-6 gap-y-2.5',
  children,
}: FactsProps) => <dl className={className}>{children}</dl>

export const FactLine = ({ name, children }: Pick<FactProps, 'name' | 'children'>) => (
  <>
    <dt className="text-muted">{name}</dt>
    <dd dir="auto" className="min-w-0 break-words tabular-nums">
      {children}
    </dd>
  </>
)
