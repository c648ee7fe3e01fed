import { z } from 'zod'
import { rowId } from './bounds.ts'
import { endpoint } from './endpoint.ts'

const access = ['system_admin'] as const

export const crmRecordKind = z.enum(['organization', 'coach'])
export type CrmRecordKind = z.infer<typeof crmRecordKind>

/** What the CRM said to one organization or coach, the last time that it was asked. */
const crmResult = z.object({
  kind: crmRecordKind,
  /** Of the organization or the coach. */
  id: rowId(),
  name: z.string(),
  isSuccess: z.boolean(),
  /** In the service's own words. */
  error: z.string().nullable(),
  at: z.string(),
})
export type CrmResult = z.infer<typeof crmResult>

/** A run through all organizations and coaches. */
const crmSync = z.object({
  createdAt: z.string(),
  /** Null while it goes on. */
  finishedAt: z.string().nullable(),
  /** Records, and how many of them were looked at, sent because they had changed, and refused. */
  total: z.number().int(),
  done: z.number().int(),
  sent: z.number().int(),
  failed: z.number().int(),
  /** Why it ended before its end, or waits. */
  error: z.string().nullable(),
})
export type CrmSync = z.infer<typeof crmSync>

/** Results that are told at most. */
export const mostCrmResults = 100

const crmState = z.object({
  /** The active CRM; null where there is none. */
  provider: z.string().nullable(),
  /** The latest one. */
  sync: crmSync.nullable(),
  /** Organizations and coaches that are there, and those that were refused. */
  kept: z.number().int(),
  failed: z.number().int(),
  /** Those that were refused first, then the latest ones. */
  results: z.array(crmResult),
})
export type CrmState = z.infer<typeof crmState>

export const readCrm = endpoint('GET /api/admin/crm', {
  access,
  shows: ['crm', 'integration', 'organization', 'coach'],
  // A sync runs of itself too.
  freshness: 'while-shown',
  summary: 'How the active CRM stands: its latest sync, and what it said to each record',
  response: crmState,
})

export const syncCrm = endpoint('POST /api/admin/crm/sync', {
  access,
  changes: ['crm'],
  summary:
    'Send what has changed of organizations and coaches to the CRM, in the background; one at a time',
  body: z.object({}).nullish(),
  refuses: ['conflict'],
  response: crmState,
})
