import { ArrowLeft, SearchX, Send } from 'lucide-react'
import { useMemo } from 'react'
import { listEgress } from '#contract/integrations.ts'
import { useUrlState } from '#web/lib/url-state.ts'
import { formatTime } from '#web/lib/dates.ts'
import { formatMatchCount, formatShownCount } from '#web/lib/format-list-size.ts'
import { useListUrlState } from '#web/lib/use-list-url-state.ts'
import { useList } from '#web/lib/use-list.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ListBody } from '#web/ui/list-body.tsx'
import { RefreshButton } from '#web/ui/refresh-button.tsx'
import { Rows, RowsLoading } from '#web/ui/rows.tsx'
import { tabAddress } from './outbound-address.ts'
import { outboundColumns } from './outbound-columns.tsx'
import { OutboundFilters } from './outbound-filters.tsx'

/** Each call to an outside service, newest first: what left this machine is a question with an answer. */
export function OutboundCalls() {
  const { replaceBy } = useUrlState(tabAddress)
  const { filters, setFilters, sort, sorting, clear } = useListUrlState(listEgress, '-time')
  const list = useList(listEgress, { ...filters, sort })
  const columns = useMemo(() => outboundColumns(), [])
  const shape = { columns, cardHeight: 250 }
  const isFiltered = Object.values(filters).some(Boolean)
  return (
    <>
      <Button
        variant="ghost"
        size="sm"
        icon={ArrowLeft}
        className="-ml-3 mb-2"
        onClick={() => replaceBy({ tab: 'integrations' })}
      >
        Back to the providers
      </Button>
      <h2 className="text-lg">What left this installation</h2>
      <p className="mb-4 max-w-prose text-muted">
        Each call to an outside service, written down before it leaves: where to, what for, of which
        session, and how much. What was said in it is not kept here.
      </p>
      <OutboundFilters filters={filters} onFilters={setFilters} onClear={clear} />
      <ListBody
        list={list}
        things="calls"
        countLine={
          <>
            {formatShownCount(list, 'calls')}, as of {formatTime(list.readAt)}
            {isFiltered && <span className="ml-3">{formatMatchCount(list, 'call', 'calls')}</span>}
          </>
        }
        actions={
          <RefreshButton isRefreshing={list.isRefreshing} onRefresh={list.retry} size="sm" />
        }
        skeleton={<RowsLoading {...shape} label="Loading what left" />}
        empty={
          isFiltered ? (
            <EmptyState
              icon={SearchX}
              title="No calls found"
              hint="Nothing left for this provider and session with this result."
            />
          ) : (
            <EmptyState
              icon={Send}
              title="Nothing has left"
              hint="A call appears here before it leaves, as soon as an outside provider is tried or active."
            />
          )
        }
      >
        <Rows
          {...shape}
          label="What left this installation"
          sorting={sorting}
          list={list}
          rowKey={({ id }) => id}
        />
      </ListBody>
    </>
  )
}
