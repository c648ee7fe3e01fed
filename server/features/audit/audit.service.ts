import { Readable } from 'node:stream'
import { type AuditEntry, type AuditFilters, maxExportedEntries } from '#contract/audit/audit.ts'
import type { CsvSeparator } from '#contract/csv.ts'
import { audit } from './audit.ts'
import type { Db } from '../../platform/db/db.ts'
import type { Actor } from '../../platform/http/mount.ts'
import { createReader } from '../../platform/lists/read-list.ts'
import { auditLog } from './audit.queries.ts'
import { byteOrderMark, csvLine, localTime } from './csv.ts'

/** Entries read at a time, which bounds memory. */
const chunk = 1000

const columns: readonly [
  name: string,
  value: (it: AuditEntry, timeZone: string) => string | null,
][] = [
  ['time', (it) => it.createdAt],
  ['local time', (it, timeZone) => localTime(it.createdAt, timeZone)],
  ['action', (it) => it.action],
  ['person', (it) => it.userName],
  ['person id', (it) => it.userId],
  ['administrator behind', (it) => it.originalUserName],
  ['administrator id', (it) => it.originalUserId],
  ['table', (it) => it.tableName],
  ['row', (it) => it.rowId],
  ['address', (it) => it.address],
  ['details', (it) => JSON.stringify(it.details)],
]

/** Audited before it is sent. */
export async function exportEntries(
  db: Db,
  actor: Actor,
  filters: AuditFilters,
  format: CsvFormat,
) {
  await audit(db, actor, {
    action: 'audit-log-exported',
    table: 'audit_entry',
    details: { ...filters },
  })
  return Readable.from(streamCsv(db, filters, format))
}

type CsvFormat = { separator: CsvSeparator | undefined; timeZone: string }

/** The header comes with the first rows, so that an early failure sends nothing. */
async function* streamCsv(db: Db, filters: AuditFilters, { separator, timeZone }: CsvFormat) {
  const entries = createReader(db, auditLog, { ...filters, limit: chunk })
  let lines =
    byteOrderMark +
    csvLine(
      columns.map(([name]) => name),
      separator,
    )
  let cursor: string | undefined
  for (let left = maxExportedEntries; left > 0; left -= chunk) {
    const limit = Math.min(chunk, left)
    const { rows, next } = await entries.page(cursor, limit, false)
    yield (
      lines +
        rows
          .map((it) =>
            csvLine(
              columns.map(([, value]) => value(it, timeZone)),
              separator,
            ),
          )
          .join('')
    )
    if (!next) return
    lines = ''
    cursor = next
  }
}
