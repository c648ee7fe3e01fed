import { Button } from './button.tsx'
import type { ListState } from './list-body.tsx'

const numberFormat = new Intl.NumberFormat('en-US')

/** For a grid of cards. ListBody shows a failure to load more. */
export function LoadMore({ list }: { list: ListState }) {
  if (!list.hasMore || list.moreFailure) return null
  return (
    <div className="mt-4 flex flex-col items-center gap-2">
      <Button
        variant="secondary"
        isPending={list.isLoadingMore}
        pendingLabel="Loading..."
        onClick={list.loadMore}
      >
        Load more
      </Button>
      <p className="text-xs text-muted">
        {numberFormat.format(list.loaded)} of {numberFormat.format(list.match)}
        {list.isMatchCapped && '+'} are listed
      </p>
    </div>
  )
}
