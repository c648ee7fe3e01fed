import { z } from 'zod'
import { rowId, verbatim } from '../bounds.ts'
import { endpoint } from '../endpoint.ts'
import { admins, isAdmin } from '../roles.ts'

/** Hours for which a finished archive can be downloaded. */
export const exportHours = 48

const access = [...admins, 'client_user'] as const
const params = z.object({ id: rowId() })

const personExport = z.object({
  id: rowId(),
  status: z.enum(['waiting', 'done', 'failed']),
  sizeBytes: z.number().int().nullable(),
  /** While waiting, from 0 to 1. */
  progress: z.number(),
  hasPassword: z.boolean(),
  /** Contains the private notes of coaches. */
  includesNotes: z.boolean(),
  createdAt: z.string(),
  /** End of the link. */
  expiresAt: z.string(),
})
export type PersonExport = z.infer<typeof personExport>

export const getPersonExport = endpoint('GET /api/clients/{id}/person-export', {
  access,
  isForPeopleOnly: true,
  shows: ['person-export'],
  freshness: 'always-stale',
  summary:
    'Your latest archive of everything about a person, or of yourself; null if there is none',
  params,
  response: z.object({ latest: personExport.nullable() }),
})

export const requestPersonExport = endpoint('POST /api/clients/{id}/person-export', {
  needsConfirmation: (_input, caller) =>
    isAdmin(caller) ? 'requested the archive of a person' : undefined,
  access,
  isOwnAct: true,
  changes: ['person-export'],
  summary: 'Build an archive of everything about a person, or of yourself. Replaces an earlier one',
  params,
  body: z.object({
    /** Encrypts the archive (AES-256). Empty for none. */
    password: verbatim(200),
    /** With the private notes of coaches: for administrators, and not about oneself. */
    includesNotes: z.boolean().default(false),
  }),
  errorCodes: ['conflict'],
  response: personExport,
})

export const deletePersonExport = endpoint('DELETE /api/person-exports/{id}', {
  access,
  isOwnAct: true,
  changes: ['person-export'],
  summary:
    'Cancel an archive that is being built, or delete a finished one. You must have requested it',
  params,
  response: z.object({}),
})

export const downloadPersonExport = endpoint('GET /api/person-exports/{id}/file', {
  access,
  isOwnAct: true,
  shows: ['person-export'],
  summary: 'Download an archive that you requested, until its link ends',
  params,
  wire: { answers: { 200: { says: 'The archive', type: 'application/zip' } } },
  opens: ['person-exported'],
  response: 'bytes',
})
