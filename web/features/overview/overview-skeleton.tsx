import { Skeleton } from '#web/ui/skeleton.tsx'
import { Spinner } from '#web/ui/spinner.tsx'

/** The shape of the overview while it loads. */
export const OverviewSkeleton = () => (
  <div className="flex flex-col gap-6">
    <Spinner label="Loading the overview" className="sr-only" />
    <CardsSkeleton />
    <div>
      <Skeleton className="mb-3 h-6 w-32" />
      <CardsSkeleton />
    </div>
    <div className="grid grid-cols-3 gap-6 max-lg:grid-cols-1">
      <Skeleton className="col-span-2 h-72 max-lg:col-span-1" />
      <Skeleton className="h-48" />
    </div>
  </div>
)

const CardsSkeleton = () => (
  <div className="grid grid-cols-4 gap-3 max-lg:grid-cols-2">
    {Array.from({ length: 4 }, (_, card) => (
      <Skeleton key={card} className="h-28" />
    ))}
  </div>
)
