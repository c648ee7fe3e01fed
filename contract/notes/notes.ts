import { z } from 'zod'
import { idOnly, rowId, verbatim } from '../bounds.ts'
import { endpoint, maxTextBytes } from '../endpoint.ts'
import { paging, sortedBy } from '../paging.ts'
import { rowVersion } from '../row-version.ts'

export const maxNoteCharacters = 20_000
/** What is typed within this time is one version. */
export const versionMinutes = 10
export const maxNoteVersions = 50

/** Only the author in person, who has to be the client's coach. */
const own = { access: ['coach_user'], isOwnAct: true } as const

/** A note about one session, or without it about the client. */
const about = z.object({ sessionId: rowId().optional() })

const note = z.object({ text: z.string(), version: rowVersion, savedAt: z.string() })
export type Note = z.infer<typeof note>

export const getNote = endpoint('GET /api/clients/{id}/note', {
  ...own,
  shows: ['note'],
  summary: 'Your private note about a client or a session',
  // Another window may have changed it.
  freshness: 'always-stale',
  params: idOnly,
  query: about,
  response: z.object({
    note: note.nullable(),
    /** The setting `notesForNextCoach`. */
    isForNextCoach: z.boolean(),
  }),
})

export const saveNote = endpoint('PUT /api/clients/{id}/note', {
  ...own,
  changes: ['note'],
  summary: 'Save your private note about a client or a session',
  bodyBytes: maxTextBytes(maxNoteCharacters),
  params: idOnly,
  query: about,
  body: z.object({
    text: verbatim(maxNoteCharacters),
    /**
     * The version that was read, 0 if none: `stale` where the note has changed. Without it the text is replaced, and kept as a
     * version.
     */
    version: rowVersion.or(z.literal(0)).optional(),
  }),
  response: note,
})

export const listNoteVersions = endpoint('GET /api/clients/{id}/note/versions', {
  ...own,
  shows: ['note'],
  summary: `Earlier texts of your private note, newest first, at most ${maxNoteVersions}`,
  freshness: 'while-shown',
  params: idOnly,
  query: about,
  response: z.array(z.object({ id: rowId(), text: z.string(), savedAt: z.string() })),
})

export const listFormerNotes = endpoint('GET /api/clients/{id}/former-notes', {
  ...own,
  shows: ['note'],
  summary: 'Notes of former coaches about a client or a session, where the settings allow it',
  freshness: 'while-shown',
  params: idOnly,
  query: about,
  response: z.array(
    z.object({ id: rowId(), author: z.string(), text: z.string(), savedAt: z.string() }),
  ),
})

const foundNote = z.object({
  id: rowId(),
  clientId: rowId(),
  clientName: z.string(),
  session: z.object({ id: rowId(), name: z.string(), date: z.string() }).nullable(),
  text: z.string(),
  savedAt: z.string(),
})
export type FoundNote = z.infer<typeof foundNote>

export const listMyNotes = endpoint('GET /api/my-notes', {
  ...own,
  shows: ['note', 'client', 'session'],
  summary: 'Your private notes about your clients, by default newest first',
  freshness: 'always-stale',
  query: paging.extend({ sort: sortedBy('saved') }),
  response: z.array(foundNote),
})
