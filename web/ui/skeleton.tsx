import { classNames } from './class-names.ts'

/** The place of what is still coming, in its real size. Say once, in words, what loads. */
export function Skeleton({ className }: { className?: string }) {
  return (
    <span
      aria-hidden
      className={classNames(
        'block animate-pulse bg-line forced-colors:border [:where(&)]:rounded-md',
        className ?? 'h-4 w-full',
      )}
    />
  )
}
