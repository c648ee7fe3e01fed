import { classNames } from './class-names.ts'

export function BrandMark({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 32 32" aria-hidden="true" className={classNames('size-8', className)}>
      <rect width="32" height="32" rx="8" className="fill-brand" />
      <path
        d="M7 20.5c3-7 6-7 9 0s6 7 9 0"
        className="fill-none stroke-on-brand"
        strokeWidth="2.75"
        strokeLinecap="round"
      />
      <circle cx="16" cy="9.5" r="2.5" className="fill-on-brand" />
    </svg>
  )
}
