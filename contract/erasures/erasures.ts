import { z } from 'zod'
import { line, rowId } from '../bounds.ts'
import { endpoint } from '../endpoint.ts'
import { paging, sortedBy } from '../paging.ts'
import { admins } from '../roles.ts'

/** waiting for a confirmation, running, failed (can be retried), done with a certificate, or cancelled. */
export const erasureStatus = z.enum(['waiting', 'running', 'failed', 'done', 'cancelled'])
export type ErasureStatus = z.infer<typeof erasureStatus>

export const erasure = z.object({
  id: rowId(),
  status: erasureStatus,
  /** Null once erased. */
  clientId: rowId().nullable(),
  clientName: z.string().nullable(),
  requestedAt: z.string(),
  requestedBy: z.string().nullable(),
  confirmedAt: z.string().nullable(),
  confirmedBy: z.string().nullable(),
  /** From then on the administrator who requested it may confirm it too. */
  ownConfirmationFrom: z.string(),
  /** Waiting, and you may confirm it now. */
  mayConfirm: z.boolean(),
  endedAt: z.string().nullable(),
  /** Why it failed, or is being retried. */
  problem: z.string().nullable(),
})
export type Erasure = z.infer<typeof erasure>

const params = z.object({ id: rowId() })
/** Full name of the person, typed by the administrator. */
const name = line(200).min(1, 'Name is required')

const onlyPeople = { access: admins, isForPeopleOnly: true } as const

export const previewErasure = endpoint('GET /api/admin/clients/{id}/erasure', {
  ...onlyPeople,
  shows: ['client', 'session', 'erasure'],
  freshness: 'while-shown',
  summary: 'What erasing this person would delete',
  params,
  response: z.object({
    name: z.string(),
    sessions: z.number().int(),
    recordings: z.number().int(),
    /** Names of family members, who are erased too. */
    familyMembers: z.array(z.string()),
    /** Why the account stays; null: it is deleted too, or there is none. */
    keptAccount: z.string().nullable(),
    /** Why the erasure cannot be requested now. */
    obstacle: z.string().nullable(),
    /** Days until the same administrator may confirm. */
    waitingDays: z.number().int(),
  }),
})

export const requestErasure = endpoint('POST /api/admin/clients/{id}/erasure', {
  needsConfirmation: 'requested an erasure',
  ...onlyPeople,
  changes: ['erasure'],
  summary:
    'Request to erase a person. It begins when another administrator confirms it, or you do after the waiting time',
  params,
  body: z.object({ name }),
  errorCodes: ['conflict'],
  response: erasure,
})

export const listErasures = endpoint('GET /api/admin/erasures', {
  ...onlyPeople,
  shows: ['erasure', 'client'],
  freshness: 'always-stale',
  summary: 'Requests to erase a person, newest first',
  query: paging.omit({ q: true }).extend({ sort: sortedBy('time') }),
  response: z.array(erasure),
})

export const confirmErasure = endpoint('POST /api/admin/erasures/{id}/confirm', {
  needsConfirmation: 'confirmed an erasure',
  ...onlyPeople,
  changes: ['erasure', 'client', 'session', 'user', 'message', 'questionnaire'],
  summary: 'Confirm an erasure, which begins immediately and cannot be undone',
  params,
  body: z.object({ name }),
  errorCodes: ['conflict'],
  response: erasure,
})

export const cancelErasure = endpoint('POST /api/admin/erasures/{id}/cancel', {
  ...onlyPeople,
  changes: ['erasure'],
  summary: 'Cancel an erasure that has not begun',
  params,
  errorCodes: ['conflict'],
  response: erasure,
})

export const retryErasure = endpoint('POST /api/admin/erasures/{id}/retry', {
  ...onlyPeople,
  changes: ['erasure'],
  summary: 'Retry a failed erasure',
  params,
  errorCodes: ['conflict'],
  response: erasure,
})

const count = z.object({ what: z.string(), count: z.number().int() })

/** Contains no personal data of the erased person except a hash of the email. */
export const certificate = z.object({
  erasureId: rowId(),
  installation: z.string(),
  /** SHA-256 of the email in lower case, as hex; null for a person without an account. */
  emailSha256: z.string().nullable(),
  requestedAt: z.string(),
  requestedBy: z.string().nullable(),
  confirmedAt: z.string(),
  confirmedBy: z.string().nullable(),
  finishedAt: z.string(),
  /** People erased: the client, and family members without an account. */
  people: z.number().int(),
  /** Why the account stays; null: it was deleted, or there was none. */
  keptAccount: z.string().nullable(),
  /** Deleted rows by table. */
  deletedRows: z.array(count),
  /** Rows that remain without any reference to the person, by table. */
  anonymizedRows: z.array(count),
  /** Deleted files of recordings. */
  files: z.array(
    z.object({
      storage: z.string(),
      bytes: z.number().int().nullable(),
      /** As hex; null if the file was missing, or only partly stored. */
      sha256: z.string().nullable(),
    }),
  ),
  /** Services outside that have or may have received something. */
  services: z.array(
    z.object({
      service: z.string(),
      /** What it was used for. */
      purposes: z.array(z.string()),
      /** What was deleted there; null for a service that offers no call. */
      deleted: z.string().nullable(),
      /** What the operator has to do there; null for nothing. */
      toDo: z.string().nullable(),
    }),
  ),
  /** What was searched at the end. Nothing was found, except perhaps others with the same name. */
  search: z.object({
    tables: z.number().int(),
    files: z.number().int(),
    /** Of `files`: archives, and large recordings that were not read in the time for the search. */
    filesByNameOnly: z.number().int(),
    /** Searched by name. */
    storedFiles: z.array(z.object({ storage: z.string(), count: z.number().int() })),
    /** Columns in which the full name still occurs, which may belong to someone else. */
    sameName: z.array(count),
  }),
  /** What remains, and until when. */
  remains: z.array(z.string()),
})
export type Certificate = z.infer<typeof certificate>

export const getCertificate = endpoint('GET /api/admin/erasures/{id}/certificate', {
  ...onlyPeople,
  shows: ['erasure'],
  summary: 'The certificate of a finished erasure',
  params,
  errorCodes: ['conflict'],
  response: certificate,
})

export const downloadCertificate = endpoint('GET /api/admin/erasures/{id}/certificate-file', {
  ...onlyPeople,
  shows: ['erasure'],
  summary: 'The certificate of a finished erasure as a file',
  params,
  query: z.object({ format: z.enum(['pdf', 'json']) }),
  errorCodes: ['conflict'],
  wire: { answers: { 200: { says: 'The file', type: '*/*' } } },
  response: 'bytes',
})
