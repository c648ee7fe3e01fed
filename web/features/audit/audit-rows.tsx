import { memo } from 'react'
import type { AuditEntry } from '#contract/audit.ts'
import { shortDate, shortTime } from '#web/lib/dates.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import type { ListRows } from '#web/ui/list-body.tsx'
import { TableCell, TableHeader } from '#web/ui/table.tsx'
import { VirtualCards } from '#web/ui/virtual-cards.tsx'
import { VirtualTable } from '#web/ui/virtual-table.tsx'
import { actionInWords, detailsInWords, personInWords } from './audit-words.ts'

type AuditRowsProps = { list: ListRows<AuditEntry>; onOpen: (entry: AuditEntry) => void }

export const AuditTable = ({ list, onOpen }: AuditRowsProps) => (
  <VirtualTable
    label="Audit log"
    list={list}
    rowKey={({ id }) => id}
    rowHeight={61}
    columns={5}
    minWidth="58rem"
    head={
      <>
        <TableHeader className="w-32">Time</TableHeader>
        <TableHeader className="w-58">Person</TableHeader>
        <TableHeader className="w-52">Action</TableHeader>
        <TableHeader>What</TableHeader>
        <TableHeader className="w-26 text-right">Actions</TableHeader>
      </>
    }
    renderRow={(entry) => <AuditCells entry={entry} onOpen={onOpen} />}
  />
)

type AuditRowProps = { entry: AuditEntry; onOpen: (entry: AuditEntry) => void }

const AuditCells = memo(function AuditCells({ entry, onOpen }: AuditRowProps) {
  return (
    <>
      <TableCell isHeading>
        <Instant at={entry.createdAt} />
      </TableCell>
      <TableCell>
        <Who entry={entry} />
      </TableCell>
      <TableCell>{actionInWords(entry.action)}</TableCell>
      <TableCell>
        <What entry={entry} />
      </TableCell>
      <TableCell className="text-right">
        <Button variant="secondary" size="sm" onClick={() => onOpen(entry)}>
          Details
          <OfWhich entry={entry} />
        </Button>
      </TableCell>
    </>
  )
})

/** The same on phones: one card for each entry. */
export const AuditCards = ({ list, onOpen }: AuditRowsProps) => (
  <VirtualCards
    label="Audit log"
    list={list}
    rowKey={({ id }) => id}
    rowHeight={170}
    renderRow={(entry) => <AuditCard entry={entry} onOpen={onOpen} />}
  />
)

const AuditCard = memo(function AuditCard({ entry, onOpen }: AuditRowProps) {
  return (
    <div className="flex flex-col gap-2">
      <div className="flex items-start justify-between gap-3">
        <p className="font-semibold">{actionInWords(entry.action)}</p>
        <Instant at={entry.createdAt} />
      </div>
      <Who entry={entry} />
      <What entry={entry} />
      <Button variant="secondary" size="sm" className="self-start" onClick={() => onOpen(entry)}>
        Details
        <OfWhich entry={entry} />
      </Button>
    </div>
  )
})

const Instant = ({ at }: { at: string }) => (
  <time dateTime={at} className="block whitespace-nowrap">
    {shortDate(at)}
    <span className="block text-xs text-muted">{shortTime(at)}</span>
  </time>
)

/** Who acted; while impersonating also the administrator behind. */
const Who = ({ entry }: { entry: AuditEntry }) => (
  <span className="block min-w-0">
    <span className="block truncate font-semibold">
      {personInWords(entry.userId, entry.userName)}
    </span>
    {entry.originalUserId !== null && (
      <Badge tone="amber" className="max-w-full">
        <span className="truncate">
          through {personInWords(entry.originalUserId, entry.originalUserName)}
        </span>
      </Badge>
    )}
  </span>
)

const What = ({ entry }: { entry: AuditEntry }) => (
  <span className="block min-w-0 text-xs text-muted">
    {entry.rowId !== null && (
      <span className="block truncate">
        {entry.tableName} {entry.rowId}
      </span>
    )}
    <span className="block truncate">{detailsInWords(entry.details)}</span>
  </span>
)

const OfWhich = ({ entry }: { entry: AuditEntry }) => (
  <span className="sr-only">
    {' '}
    of {actionInWords(entry.action)}, {shortTime(entry.createdAt)}
  </span>
)
