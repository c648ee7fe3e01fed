import { z } from 'zod'
import { rowId } from '../bounds.ts'
import { endpoint } from '../endpoint.ts'

const access = ['system_admin'] as const

export const crmRecordKind = z.enum(['organization', 'coach'])
export type CrmRecordKind = z.infer<typeof crmRecordKind>

/** The latest result of sending one organization or coach. */
const crmResult = z.object({
  kind: crmRecordKind,
  /** Of the organization or the coach. */
  id: rowId(),
  name: z.string(),
  isSuccess: z.boolean(),
  /** From the CRM. */
  error: z.string().nullable(),
  at: z.string(),
})
export type CrmResult = z.infer<typeof crmResult>

const crmSync = z.object({
  createdAt: z.string(),
  /** Null while it is running. */
  finishedAt: z.string().nullable(),
  /** Records in total, processed, sent because they had changed, and rejected. */
  total: z.number().int(),
  done: z.number().int(),
  sent: z.number().int(),
  failed: z.number().int(),
  /** Why it stopped early, or waits. */
  error: z.string().nullable(),
})
export type CrmSync = z.infer<typeof crmSync>

export const maxCrmResults = 100

const crmState = z.object({
  /** The active CRM; null where there is none. */
  provider: z.string().nullable(),
  /** The latest one. */
  sync: crmSync.nullable(),
  /** Records in the CRM, and rejected ones. */
  linked: z.number().int(),
  failed: z.number().int(),
  /** Rejected ones first, then the latest. */
  results: z.array(crmResult),
})
export type CrmState = z.infer<typeof crmState>

export const readCrm = endpoint('GET /api/admin/crm', {
  access,
  shows: ['crm', 'integration', 'organization', 'coach'],
  // Syncs also run automatically.
  freshness: 'while-shown',
  summary: 'The latest sync with the active CRM, and its results',
  response: crmState,
})

export const syncCrm = endpoint('POST /api/admin/crm/sync', {
  access,
  changes: ['crm'],
  summary: 'Send changed organizations and coaches to the CRM, in the background',
  body: z.object({}).nullish(),
  errorCodes: ['conflict'],
  response: crmState,
})
