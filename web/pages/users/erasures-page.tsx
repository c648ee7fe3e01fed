import { Eraser } from 'lucide-react'
import { useEffect } from 'react'
import { listErasures } from '#contract/erasures/erasures.ts'
import { erasureColumns } from '#web/features/erasures/erasure-columns.tsx'
import { formatShownCount } from '#web/lib/format-list-size.ts'
import { useList } from '#web/lib/use-list.ts'
import { useListUrlState } from '#web/lib/use-list-url-state.ts'
import { usePageTitle } from '#web/lib/use-page-title.ts'
import { BackLink } from '#web/parts/page-state.tsx'
import { paths } from '#web/paths.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ListBody } from '#web/ui/list-body.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { RefreshButton } from '#web/ui/refresh-button.tsx'
import { Rows, RowsLoading } from '#web/ui/rows.tsx'

const shape = { columns: erasureColumns, cardHeight: 220 }

/** Milliseconds between two looks while a person is being erased. */
const pollMs = 3_000

/** Requests to erase a person, and the certificates of those that are done. */
export function ErasuresPage() {
  usePageTitle('Erasures')
  const { sort, sorting } = useListUrlState(listErasures, '-time')
  const list = useList(listErasures, { sort })
  const isRunning = list.rows.some(({ status }) => status === 'running')
  const { retry } = list
  useEffect(() => {
    if (!isRunning) return
    const timer = setInterval(retry, pollMs)
    return () => clearInterval(timer)
  }, [isRunning, retry])
  return (
    <div className="mx-auto max-w-7xl">
      <PageHeader
        title="Erasures"
        subtitle="Requests to erase a person permanently. Each needs a second administrator, or the waiting time, and ends with a certificate."
        back={<BackLink to={paths.users}>Back to Users</BackLink>}
      />
      <ListBody
        list={list}
        things="erasures"
        countLine={formatShownCount(list, 'erasures')}
        actions={
          <RefreshButton isRefreshing={list.isRefreshing} onRefresh={list.retry} size="sm" />
        }
        skeleton={<RowsLoading {...shape} label="Loading the erasures" />}
        empty={
          <EmptyState
            icon={Eraser}
            title="No erasures"
            hint="To erase a person, open their plan and choose More, Erase this person."
          />
        }
      >
        <Rows {...shape} label="Erasures" sorting={sorting} list={list} rowKey={({ id }) => id} />
      </ListBody>
    </div>
  )
}
