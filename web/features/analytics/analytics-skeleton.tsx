import { Card } from '#web/ui/card.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Spinner } from '#web/ui/spinner.tsx'

export const AnalyticsSkeleton = () => (
  <div className="flex flex-col gap-6">
    <Spinner label="Loading the figures" className="sr-only" />
    <Skeleton className="h-18 max-md:h-36" />
    {['h-32', 'h-48', 'h-96'].map((height) => (
      <Card key={height}>
        <Skeleton className="mb-2 h-6 w-32" />
        <Skeleton className="mb-4 h-5 w-64 max-w-full" />
        <Skeleton className={height} />
      </Card>
    ))}
  </div>
)
