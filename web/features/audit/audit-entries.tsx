import { ScrollText, SearchX } from 'lucide-react'
import { type ReactNode, useMemo } from 'react'
import type { z } from 'zod'
import { type AuditEntry, listAuditEntries } from '#contract/audit/audit.ts'
import { formatTime } from '#web/lib/dates.ts'
import { formatMatchCount, formatShownCount } from '#web/lib/format-list-size.ts'
import { useList } from '#web/lib/use-list.ts'
import type { Sorting } from '#web/ui/column.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ListBody } from '#web/ui/list-body.tsx'
import { RefreshButton } from '#web/ui/refresh-button.tsx'
import { Rows, RowsLoading } from '#web/ui/rows.tsx'
import { useDialog } from '#web/ui/use-dialog.ts'
import { auditColumns } from './audit-columns.tsx'
import { AuditDetails } from './audit-details.tsx'

type AuditEntriesProps = {
  query: Omit<z.input<typeof listAuditEntries.query>, 'limit' | 'cursor'>
  sorting: Sorting
  onRow: (row: string) => void
  actions: ReactNode
}

export function AuditEntries({ query, sorting, onRow, actions }: AuditEntriesProps) {
  const list = useList(listAuditEntries, query)
  const details = useDialog<AuditEntry>()
  const columns = useMemo(() => auditColumns(details.open), [details.open])
  const shape = { columns, cardHeight: 190 }
  const { sort: _sort, ...filters } = query
  const isFiltered = Object.values(filters).some(Boolean)
  return (
    <>
      <ListBody
        list={list}
        things="entries"
        countLine={
          <>
            {formatShownCount(list, 'entries')}, as of {formatTime(list.readAt)}
            {isFiltered && (
              <span className="ml-3">{formatMatchCount(list, 'entry', 'entries')}</span>
            )}
          </>
        }
        actions={
          <span className="flex flex-wrap gap-2">
            <RefreshButton isRefreshing={list.isRefreshing} onRefresh={list.retry} size="sm" />
            {actions}
          </span>
        }
        skeleton={<RowsLoading {...shape} label="Loading the audit log" />}
        empty={
          isFiltered ? (
            <EmptyState
              icon={SearchX}
              title="No entries found"
              hint="No entries match these filters."
            />
          ) : (
            <EmptyState
              icon={ScrollText}
              title="The log is empty"
              hint="Sign-ins, changes and views of plans and transcripts will appear here."
            />
          )
        }
      >
        <Rows {...shape} label="Audit log" sorting={sorting} list={list} rowKey={({ id }) => id} />
      </ListBody>
      {details.value && <AuditDetails {...details.props} entry={details.value} onRow={onRow} />}
    </>
  )
}
