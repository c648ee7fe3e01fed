import { z } from 'zod'
import { line, rowId } from './bounds.ts'
import { client } from './clients.ts'
import { endpoint } from './endpoint.ts'
import { countryHelp } from './help-lines.ts'
import { changeOf, rowVersion } from './row-version.ts'

export const plan = client
  .pick({
    id: true,
    userFirstName: true,
    userLastName: true,
    lastSessionDate: true,
    nextSessionDate: true,
    openSessions: true,
    createdAt: true,
  })
  .extend({
    /** Null for the own plan. */
    familyRelation: z.string().nullable(),
    /** Of the name and the relationship of a family member. */
    version: rowVersion,
    /** A family member's, in which nothing has been planned, noted or answered yet: it can be removed. */
    isUnused: z.boolean(),
    coachName: z.string().nullable(),
    /** Where the coach is written to; null where there is none who works here. */
    coachEmail: z.string().nullable(),
    /** Of the next session: its type. */
    nextSessionName: z.string().nullable(),
    /** The home assignment to do next: the one due next, else one without a date, else the last whose day has passed. */
    nextStep: z.object({ name: z.string(), dueDate: z.string().nullable() }).nullable(),
    /** Those that can be answered now, the one due first; of the family none, as nobody answers for another. */
    questionnaires: z.array(
      z.object({
        id: rowId(),
        title: z.string(),
        minutes: z.number().int(),
        dueDate: z.string().nullable(),
        isBegun: z.boolean(),
      }),
    ),
    /** Who to call, in the own plan as long as an answer about thoughts of self-harm is not acknowledged. */
    help: countryHelp.nullable(),
  })
export type Plan = z.infer<typeof plan>

export const getMyClientData = endpoint('GET /api/my-client-data', {
  access: ['client_user'],
  shows: ['client', 'session', 'questionnaire'],
  summary: 'The own plan, then those of the family',
  response: z.array(plan),
})

export const nextSessionCalendar = endpoint('GET /api/my-client-data/{id}/next-session.ics', {
  access: ['client_user'],
  shows: ['client', 'session'],
  summary: 'The next session of the own plan or one of the family, for a calendar (RFC 5545)',
  params: z.object({ id: rowId() }),
  wire: { answers: { 200: { says: 'The file', type: 'text/calendar' } } },
  response: 'bytes',
})

export const familyRelations = ['Partner', 'Son', 'Daughter', 'Parent', 'Other'] as const
/** Family members that one client can have. */
export const maxFamilyMembers = 20

export const familyMemberForm = z.object({
  firstName: line(100).min(1, 'First name is required'),
  lastName: line(100).min(1, 'Last name is required'),
  familyRelation: z.enum(familyRelations, { error: 'Relationship is required' }),
})

export const addFamilyMember = endpoint('POST /api/my-client-data/family', {
  access: ['client_user'],
  changes: ['client'],
  once: true,
  summary: 'Add a family member, who gets an own plan and the same coach; answers all plans',
  body: familyMemberForm,
  refuses: ['conflict'],
  response: z.array(plan),
})

const member = z.object({ id: rowId() })

export const changeFamilyMember = endpoint('PATCH /api/my-client-data/family/{id}', {
  access: ['client_user'],
  changes: ['client'],
  summary: 'Correct the name or relationship of a family member; answers all plans',
  params: member,
  body: changeOf(familyMemberForm),
  refuses: ['stale'],
  response: z.array(plan),
})

export const removeFamilyMember = endpoint('DELETE /api/my-client-data/family/{id}', {
  access: ['client_user'],
  changes: ['client'],
  summary: 'Remove a family member whose plan nobody has used yet; answers all plans',
  params: member,
  refuses: ['conflict'],
  response: z.array(plan),
})

export const dataReader = z.object({
  id: rowId(),
  at: z.string(),
  /** The name of the person; of what ran without one, that it was this application. */
  who: z.string(),
  /** What they are today; unknown where the account is gone. */
  role: z.enum(['Coach', 'Administrator', 'Client', 'Not signed in', 'By itself', 'Unknown']),
  /** While impersonating: in whose name. */
  actingFor: z.string().nullable(),
  /** In plain words, after the name: "opened the plan". */
  what: z.string(),
  /** Whose data: the name of a family member, or null for the own. */
  whose: z.string().nullable(),
})
export type DataReader = z.infer<typeof dataReader>

/** Entries of the list at most; the newest come first. */
export const maxReaders = 100

export const listMyDataReaders = endpoint('GET /api/my-client-data/readers', {
  access: ['client_user'],
  shows: ['log'],
  summary:
    'Who opened or changed data of the client or the family, and when; with `clientId` of one of them',
  // Others open it all the time, and whoever comes back looks who did.
  freshness: 'while-shown',
  query: z.object({ clientId: rowId().optional() }),
  response: z.array(dataReader),
})
