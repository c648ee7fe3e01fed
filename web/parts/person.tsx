import type { ReactNode } from 'react'
import { Avatar } from '#web/ui/avatar.tsx'
import { classNames } from '#web/ui/class-names.ts'

type PersonProps = {
  initials: string
  name: string
  badge?: ReactNode
  /** Wraps a long name instead of truncating it. */
  isNameWhole?: boolean
  className?: string
  children: ReactNode
}

export const Person = ({
  initials,
  name,
  badge,
  isNameWhole = false,
  className,
  children,
}: PersonProps) => (
  <span className={classNames('flex min-w-0 items-center gap-2', className)}>
    <Avatar initials={initials} size="sm" />
    <span className="min-w-0">
      <span className="flex items-center gap-2">
        <span
          dir="auto"
          className={classNames('font-semibold', isNameWhole ? 'min-w-0 break-words' : 'truncate')}
        >
          {name}
        </span>
        {badge}
      </span>
      {children}
    </span>
  </span>
)
