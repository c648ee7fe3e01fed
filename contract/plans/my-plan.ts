import { z } from 'zod'
import { idOnly, line, rowId } from '../bounds.ts'
import { client } from '../clients/clients.ts'
import { endpoint } from '../endpoint.ts'
import { countryHelp } from '../questionnaires/help-lines.ts'
import { paging, sortedBy } from '../paging.ts'
import { changeBody, rowVersion } from '../row-version.ts'

export const plan = client
  .pick({
    id: true,
    userFirstName: true,
    userLastName: true,
    lastSessionDate: true,
    nextSessionDate: true,
    openSessions: true,
    createdAt: true,
    coachingEndedAt: true,
  })
  .extend({
    /** Null for the client's own plan. */
    familyRelation: z.string().nullable(),
    /** Version of the family member's name and relationship. */
    version: rowVersion,
    /** A family member's plan that is still empty and can be removed. */
    isUnused: z.boolean(),
    coachName: z.string().nullable(),
    /** Null without an active coach. */
    coachEmail: z.string().nullable(),
    /** Type of the next session. */
    nextSessionName: z.string().nullable(),
    /** The session that is on or comes next, with its way in; null where it has neither room nor place. */
    join: z
      .object({
        id: rowId(),
        sessionDate: z.string(),
        durationMinutes: z.number().int(),
        isJoinable: z.boolean(),
        place: z.string().nullable(),
      })
      .nullable(),
    /** The next home assignment: the one due next, else one without a due date, else the latest overdue one. */
    nextStep: z.object({ name: z.string(), dueDate: z.string().nullable() }).nullable(),
    /** Questionnaires open now, by due date; none for family members. */
    questionnaires: z.array(
      z.object({
        id: rowId(),
        title: z.string(),
        minutes: z.number().int(),
        dueDate: z.string().nullable(),
        isBegun: z.boolean(),
      }),
    ),
    /** Help lines, while an answer about self-harm is not acknowledged. */
    help: countryHelp.nullable(),
  })
export type Plan = z.infer<typeof plan>

export const getMyClientData = endpoint('GET /api/my-client-data', {
  access: ['client_user'],
  opens: ['plan-opened'],
  shows: ['client', 'session', 'questionnaire'],
  summary: 'Your own plan, then those of your family',
  response: z.array(plan),
})

export const nextSessionCalendar = endpoint('GET /api/my-client-data/{id}/next-session.ics', {
  access: ['client_user'],
  opens: ['plan-opened'],
  shows: ['client', 'session'],
  summary: 'The next session of your plan or of a family member, as a calendar file (RFC 5545)',
  params: idOnly,
  wire: { answers: { 200: { says: 'The file', type: 'text/calendar' } } },
  response: 'bytes',
})

export const familyRelations = ['Partner', 'Son', 'Daughter', 'Parent', 'Other'] as const
/** Maximum number of family members of a client. */
export const maxFamilyMembers = 20

export const familyMemberForm = z.object({
  firstName: line(100).min(1, 'First name is required'),
  lastName: line(100).min(1, 'Last name is required'),
  familyRelation: z.enum(familyRelations, { error: 'Relationship is required' }),
})

export const addFamilyMember = endpoint('POST /api/my-client-data/family', {
  access: ['client_user'],
  isOwnAct: true,
  changes: ['client'],
  isIdempotent: true,
  summary: 'Add a family member with a plan and the same coach; returns all plans',
  body: familyMemberForm,
  errorCodes: ['conflict'],
  response: z.array(plan),
})

export const changeFamilyMember = endpoint('PATCH /api/my-client-data/family/{id}', {
  access: ['client_user'],
  isOwnAct: true,
  changes: ['client'],
  summary: 'Change the name or relationship of a family member; returns all plans',
  params: idOnly,
  body: changeBody(familyMemberForm),
  errorCodes: ['stale'],
  response: z.array(plan),
})

export const removeFamilyMember = endpoint('DELETE /api/my-client-data/family/{id}', {
  access: ['client_user'],
  isOwnAct: true,
  changes: ['client'],
  summary: 'Remove a family member whose plan is still empty; returns all plans',
  params: idOnly,
  errorCodes: ['conflict'],
  response: z.array(plan),
})

export const dataReader = z.object({
  id: rowId(),
  at: z.string(),
  /** Name of the person, or of this application for automatic work. */
  who: z.string(),
  /** Current role; Unknown if the account was deleted. */
  role: z.enum(['Coach', 'Administrator', 'Client', 'Not signed in', 'By itself', 'Unknown']),
  /** Whose account an administrator was signed in to: "you", or a name; null for their own. */
  signedInAs: z.string().nullable(),
  /** Follows the name: "opened the plan". */
  what: z.string(),
  /** Date of the session concerned; null without one. */
  sessionDate: z.string().nullable(),
  /** Name of the family member concerned; null for the client. */
  whose: z.string().nullable(),
})
export type DataReader = z.infer<typeof dataReader>

export const listMyDataReaders = endpoint('GET /api/my-client-data/readers', {
  access: ['client_user'],
  shows: ['log'],
  summary:
    'Who opened or changed your data or that of your family, newest first; `clientId` selects one plan',
  freshness: 'while-shown',
  query: paging.omit({ q: true }).extend({ sort: sortedBy('time'), clientId: rowId().optional() }),
  response: z.array(dataReader),
})
