import type { ReactNode } from 'react'
import { Avatar } from '#web/ui/avatar.tsx'
import { classNames } from '#web/ui/class-names.ts'

type PersonProps = {
  initials: string
  name: string
  /** Beside the name. */
  badge?: ReactNode
  /** Shown whole, on as many lines as it takes. */
  isNameWhole?: boolean
  className?: string
  /** What stands below the name, in small letters. */
  children: ReactNode
}

/** Who somebody is, as lists show it: initials, name, and a word more. */
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
