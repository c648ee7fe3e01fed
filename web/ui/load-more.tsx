import { Button } from './button.tsx'
import type { ListState } from './list-body.tsx'

const whole = new Intl.NumberFormat('en-US')

/** Below a grid of cards: the button for the next ones; nothing when all are there, or ListBody tells what hinders them. */
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
        {whole.format(list.loaded)} of {whole.format(list.match)}
        {list.isMatchCapped && '+'} are listed
      </p>
    </div>
  )
}
