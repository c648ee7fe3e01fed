import { Skeleton } from './skeleton.tsx'
import { Spinner } from './spinner.tsx'

export const RowsSkeleton = ({ label }: { label: string }) => (
  <div className="rounded-md border border-line bg-surface">
    <Spinner label={label} className="sr-only" />
    {Array.from({ length: 6 }, (_, row) => (
      <div
        key={row}
        className="flex h-15 items-center gap-3 border-b border-line px-4 last:border-b-0"
      >
        <Skeleton className="h-4 w-40" />
        <Skeleton className="ml-auto h-4 w-1/2 max-md:hidden" />
      </div>
    ))}
  </div>
)
