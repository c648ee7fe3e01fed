import { classNames } from './class-names.ts'

/** As large as what it stands for. A spinner or label must say what loads. */
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
