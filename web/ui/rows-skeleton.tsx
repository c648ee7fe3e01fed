import { Skeleton } from './skeleton.tsx'
import { Spinner } from './spinner.tsx'

type RowsSkeletonProps = {
  /** "Loading clients" */
  label: string
  /** Where the specification asks for a spinner; else it is only for those who listen. */
  isSpinnerVisible?: boolean
}

/** The shape of a list of people that loads: its count line and its first rows. */
export const RowsSkeleton = ({ label, isSpinnerVisible = false }: RowsSkeletonProps) => (
  <div>
    {isSpinnerVisible ? (
      <Spinner label={label} isLabelVisible className="mb-3 h-5" />
    ) : (
      <>
        <Spinner label={label} className="sr-only" />
        <Skeleton className="mb-3 h-5 w-48" />
      </>
    )}
    <div className="rounded-md border border-line bg-surface">
      {Array.from({ length: 8 }, (_, row) => (
        <div
          key={row}
          className="flex h-15 items-center gap-3 border-b border-line px-4 last:border-b-0"
        >
          <Skeleton className="size-9 rounded-full" />
          <Skeleton className="h-4 w-40" />
          <Skeleton className="ml-auto h-4 w-1/2 max-md:hidden" />
        </div>
      ))}
    </div>
  </div>
)
