import { classNames } from './class-names.ts'

const sizes = { sm: 'size-7 text-xs', md: 'size-9 text-xs', lg: 'size-12 text-base' }

type AvatarProps = {
  initials: string
  /** Only without the name beside it. */
  label?: string
  size?: keyof typeof sizes
}

export function Avatar({ initials, label, size = 'md' }: AvatarProps) {
  return (
    <span
      {...(label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true })}
      className={classNames(
        'inline-flex shrink-0 items-center justify-center rounded-full bg-brand-soft font-semibold text-brand-ink uppercase border border-brand/25 select-none',
        sizes[size],
      )}
    >
      {initials}
    </span>
  )
}
