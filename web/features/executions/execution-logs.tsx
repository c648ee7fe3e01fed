import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { CircleCheck, Activity, CircleAlert, Timer } from 'lucide-react'
import { useMemo, useCallback } from 'react'
import { Link } from 'react-router'
import { z } from 'zod'
import {
  listExecutions,
  readExecutionSeries,
  type ExecutionStats as Stats,
} from '#contract/executions/executions.ts'
import { templateType, templateTypeLabel } from '#contract/prompts/prompts.ts'
import { useUrlState } from '#web/lib/url-state.ts'
import { queryFor } from '#web/lib/query.ts'
import { wholeList } from '#web/lib/use-list.ts'
import { Filters, type FilterField } from '#web/parts/filters.tsx'
import { ReadState } from '#web/parts/read-state.tsx'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Pagination } from '#web/ui/pagination.tsx'
import { Card } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { RefreshButton } from '#web/ui/refresh-button.tsx'
import { Rows, RowsLoading } from '#web/ui/rows.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { ExecutionCharts } from './execution-charts.tsx'
import { executionColumns } from './execution-columns.tsx'
import { ModelPrices } from './model-prices.tsx'
import { ExecutionDetails } from './execution-details.tsx'
import { AnalysisQuality } from './analysis-quality.tsx'
import { formatCount, formatPercent } from '#web/lib/numbers.ts'
import { StatCard, StatRow } from '#web/ui/stat-card.tsx'
import { formatMilliseconds, successRate } from './execution-format.ts'

const viewAddress = z.object({ view: z.literal('quality') })

/** Executions, or the quality of analyses if the URL says so. */
export const ExecutionLogs = () =>
  useUrlState(viewAddress).values.view ? <AnalysisQuality /> : <Logs />

const fields: readonly FilterField<FilterName>[] = [
  {
    kind: 'choice',
    name: 'templateType',
    label: 'Type',
    all: 'All Types',
    options: templateType.options.map((value) => ({ value, label: templateTypeLabel[value] })),
  },
  {
    kind: 'choice',
    name: 'status',
    label: 'Status',
    all: 'All',
    options: [
      { value: 'success', label: 'Success' },
      { value: 'error', label: 'Error' },
    ],
  },
  { kind: 'time', name: 'from', label: 'From' },
  { kind: 'time', name: 'to', label: 'Before' },
  { kind: 'id', name: 'sessionId', label: 'Session', of: 'a session' },
]

/** See docs/product.md, "AI execution logs". */
function Logs() {
  const address = useExecutionsUrlState()
  const { filters, page, execution, setFilters, open, close } = address
  const list = useQuery({
    ...queryFor(listExecutions, { query: { ...filters, page, data: 'omit' } }),
    placeholderData: keepPreviousData,
  })
  const series = useQuery({
    ...queryFor(readExecutionSeries, { query: filters }),
    placeholderData: keepPreviousData,
  })
  const refresh = () => {
    void list.refetch()
    void series.refetch()
  }
  const columns = useMemo(() => executionColumns(open), [open])
  const shape = { columns, cardHeight: 230 }
  return (
    <>
      <div className="mb-5 flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-0 flex-1 basis-80">
          <h2 className="text-lg">AI Execution Monitoring</h2>
          <p className="text-muted">
            Every run of a prompt. Inputs and outputs are deleted with their session.
          </p>
        </div>
        <span className="flex flex-wrap gap-2">
          <Button asChild variant="secondary" size="sm" icon={CircleCheck}>
            <Link to={`${paths.settings}?tab=executions&view=quality`}>Analysis quality</Link>
          </Button>
          <ModelPrices />
          <RefreshButton
            size="sm"
            isRefreshing={list.isRefetching || series.isRefetching}
            onRefresh={refresh}
          />
        </span>
      </div>
      <ExecutionStats stats={list.data?.stats} />
      <Filters url={address} fields={fields} />
      <Card aria-label="Over time" className="mb-6">
        <ReadState
          read={series}
          loading={<Skeleton className="h-62 max-lg:h-130" />}
          failed="The chart could not be loaded"
        >
          {(parts) => <ExecutionCharts parts={parts} />}
        </ReadState>
      </Card>
      <ReadState
        read={list}
        loading={<RowsLoading {...shape} label="Loading the execution logs" />}
        failed="Failed to fetch AI execution logs"
        notRefreshed="Failed to fetch AI execution logs."
        onRetry={refresh}
      >
        {({ logs, totalPages }) => (
          <div aria-busy={list.isPlaceholderData}>
            {logs.length ? (
              <Rows
                {...shape}
                label="Execution logs"
                list={wholeList(logs)}
                rowKey={({ id }) => id}
              />
            ) : (
              <EmptyState
                title="No execution logs found"
                hint="Every run of a prompt appears here, whether it succeeded or failed."
              />
            )}
            <Pagination
              label="Pages of execution logs"
              page={page}
              pages={totalPages}
              onPage={address.setPage}
            />
          </div>
        )}
      </ReadState>
      {execution && (
        <ExecutionDetails
          id={execution}
          onClose={close}
          onOpen={open}
          onSession={(sessionId) => setFilters({ sessionId })}
        />
      )}
    </>
  )
}

/** Four figures about all matching executions (docs/product.md, "AI execution logs"). */
const ExecutionStats = ({ stats }: { stats: Stats | undefined }) => (
  <StatRow label="Executions in figures">
    <StatCard
      label="Total Executions"
      icon={Activity}
      value={stats && formatCount(stats.totalExecutions)}
    />
    <StatCard
      label="Success Rate"
      icon={CircleCheck}
      value={stats && formatPercent(successRate(stats))}
    />
    <StatCard label="Errors" icon={CircleAlert} value={stats && formatCount(stats.errorCount)} />
    <StatCard
      label="Avg Response"
      icon={Timer}
      value={stats && formatMilliseconds(stats.avgResponseTime)}
    />
  </StatRow>
)

const { page, ...filterShape } = listExecutions.query.pick({
  ...{ templateType: true, status: true, from: true, to: true },
  ...{ sessionId: true, page: true },
}).shape
const urlState = z.object({ ...filterShape, page, execution: z.uuid() })

type FilterName = keyof typeof filterShape

/** The filters, the page and the open execution in the URL. */
function useExecutionsUrlState() {
  const { values, change } = useUrlState(urlState)
  const { page: shown = 1, execution, ...filters } = values
  return {
    filters,
    page: shown,
    execution,
    /** Also returns to the first page. */
    setFilters: (changes: Partial<Record<FilterName, string>>) => change({ ...changes, page: '' }),
    setPage: (next: number) => change({ page: next === 1 ? '' : next }, { isStep: true }),
    open: useCallback((id: string) => change({ execution: id }, { isStep: true }), [change]),
    close: () => change({ execution: '' }),
  }
}
