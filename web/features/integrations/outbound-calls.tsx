import { ArrowLeft, SearchX, Send } from 'lucide-react'
import { useMemo } from 'react'
import { listEgress } from '#contract/integrations/integrations.ts'
import { integrationTypes } from '#contract/integrations/providers/providers.ts'
import { useUrlState } from '#web/lib/url-state.ts'
import { formatTime } from '#web/lib/dates.ts'
import { formatMatchCount, formatShownCount } from '#web/lib/format-list-size.ts'
import { useListUrlState } from '#web/lib/use-list-url-state.ts'
import { useList } from '#web/lib/use-list.ts'
import { Filters, type FilterField } from '#web/parts/filters.tsx'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ListBody } from '#web/ui/list-body.tsx'
import { RefreshButton } from '#web/ui/refresh-button.tsx'
import { Rows, RowsLoading } from '#web/ui/rows.tsx'
import { tabUrlState } from './outbound-url-state.ts'
import { outboundColumns, outcomes } from './outbound-columns.tsx'
import { isExternal, providerLabel, providerOptions } from './provider-lookup.ts'

const fields: readonly FilterField<'provider' | 'outcome' | 'sessionId'>[] = [
  {
    kind: 'choice',
    name: 'provider',
    label: 'Provider',
    all: 'All Providers',
    options: integrationTypes.flatMap((type) =>
      providerOptions(type).filter(({ value }) => isExternal({ type, provider: value })),
    ),
    labelOf: providerLabel,
  },
  {
    kind: 'choice',
    name: 'outcome',
    label: 'Result',
    all: 'All',
    options: Object.entries(outcomes).map(([value, { label }]) => ({ value, label })),
  },
  { kind: 'id', name: 'sessionId', label: 'Session', of: 'a session' },
]

/** Calls to external services, newest first. */
export function OutboundCalls() {
  const { replaceBy } = useUrlState(tabUrlState)
  const url = useListUrlState(listEgress, '-time')
  const { filters, sort, sorting } = url
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
        Back to providers
      </Button>
      <h2 className="text-lg">Outbound data log</h2>
      <p className="mb-4 max-w-prose text-muted">
        Every call to an external service, recorded before it is sent: the recipient, purpose,
        session and size. The content isn’t stored here.
      </p>
      <Filters url={url} fields={fields} />
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
        skeleton={<RowsLoading {...shape} label="Loading the outbound data log" />}
        empty={
          isFiltered ? (
            <EmptyState
              icon={SearchX}
              title="No calls found"
              hint="No calls match these filters."
            />
          ) : (
            <EmptyState
              icon={Send}
              title="Nothing sent out yet"
              hint="Calls appear here once an external provider is tested or active."
            />
          )
        }
      >
        <Rows
          {...shape}
          label="Outbound data log"
          sorting={sorting}
          list={list}
          rowKey={({ id }) => id}
        />
      </ListBody>
    </>
  )
}
