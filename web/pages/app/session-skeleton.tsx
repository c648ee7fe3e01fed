import { Skeleton } from '#web/ui/skeleton.tsx'
import { Spinner } from '#web/ui/spinner.tsx'

/** The shape of a session that loads. */
export function SessionSkeleton() {
  return (
    <div className="flex flex-col gap-5">
      <Spinner label="Loading the session" className="sr-only" />
      <div className="flex gap-4 border-b border-line pb-3">
        <Skeleton className="h-5 w-20" />
        <Skeleton className="h-5 w-20" />
        <Skeleton className="h-5 w-24" />
      </div>
      <div className="grid grid-cols-[9rem_1fr] gap-x-6 gap-y-3">
        {[28, 20, 40, 8, 12, 48].map((width, index) => (
          <div key={width} className="col-span-2 grid grid-cols-subgrid">
            <Skeleton className={index % 2 ? 'h-5 w-24' : 'h-5 w-32'} />
            <Skeleton className="h-5 w-40" />
          </div>
        ))}
      </div>
      <Skeleton className="h-40 w-full" />
    </div>
  )
}
