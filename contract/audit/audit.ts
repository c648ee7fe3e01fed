import { z } from 'zod'
import { instant, line, rowId, wholeNumber } from '../bounds.ts'
import { csvQuery } from '../csv.ts'
import { endpoint } from '../endpoint.ts'
import { sortedBy } from '../paging.ts'

export const auditEntry = z.object({
  id: rowId(),
  createdAt: z.string(),
  action: z.string(),
  userId: rowId().nullable(),
  userName: z.string().nullable(),
  /** The administrator who acted as the user. */
  originalUserId: rowId().nullable(),
  originalUserName: z.string().nullable(),
  tableName: z.string().nullable(),
  rowId: rowId().nullable(),
  /** Current name of the subject; for data of a client, the client. */
  subjectName: z.string().nullable(),
  /** Date of the session concerned. */
  sessionDate: z.string().nullable(),
  isSubjectDeleted: z.boolean(),
  address: z.string().nullable(),
  details: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
  /** Current names of the people and organizations whose ids are in the details; null if none has that id. */
  detailNames: z.record(z.string(), z.string().nullable()),
})
export type AuditEntry = z.infer<typeof auditEntry>

const filters = z.object({
  /** A user: the actor, or the administrator who acted as another user. */
  person: rowId().optional(),
  action: line(60).optional(),
  row: rowId().optional(),
  from: instant().optional(),
  /** Entries before this instant. */
  to: instant().optional(),
})
export type AuditFilters = z.output<typeof filters>

const page = {
  limit: wholeNumber(1, 200).default(50),
  cursor: line(500).optional(),
  sort: sortedBy('time'),
}

export const listAuditEntries = endpoint('GET /api/admin/audit-log', {
  access: ['system_admin'],
  shows: ['log'],
  summary: 'The audit log, newest first',
  query: filters.extend(page),
  response: z.array(auditEntry),
})

export const listAuditActions = endpoint('GET /api/admin/audit-log/actions', {
  access: ['system_admin'],
  shows: ['log'],
  summary: 'The distinct actions in the audit log, for the filter',
  response: z.array(z.string()),
})

/** Maximum number of entries in one export: the newest. */
export const maxExportedEntries = 100_000

export const exportAuditEntries = endpoint('GET /api/admin/audit-log/export', {
  access: ['system_admin'],
  shows: ['log'],
  summary: 'The audit log as CSV (RFC 4180), at most 100,000 entries',
  query: z.object({ ...filters.shape, ...csvQuery }),
  wire: { answers: { 200: { says: 'The file', type: 'text/csv' } } },
  response: 'bytes',
})
