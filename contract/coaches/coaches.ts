import { z } from 'zod'
import { idOnly, line, paragraph, rowId } from '../bounds.ts'
import { riskLevel } from '../clients/clients.ts'
import { endpoint } from '../endpoint.ts'
import { paging, searched, sortedBy } from '../paging.ts'
import { places } from '../places.ts'
import { admins, staff } from '../roles.ts'
import { changeBody, rowVersion } from '../row-version.ts'
import { joinAddress, meetingPlace } from '../rules/join-address.ts'
import { email, newPassword } from '../accounts/users.ts'

export const coachStatus = z.enum(['active', 'inactive', 'on_leave'])
export type CoachStatus = z.infer<typeof coachStatus>
/** Labels in lists. */
export const coachStatusLabel: Record<CoachStatus, string> = {
  active: 'Active',
  inactive: 'Inactive',
  on_leave: 'Leave',
}
/** Labels in the form. */
export const coachStatusOption: Record<CoachStatus, string> = {
  ...coachStatusLabel,
  on_leave: 'On Leave',
}

export const earliestExperienceYear = 1990

export const coach = z.object({
  id: rowId(),
  userId: rowId(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  status: coachStatus,
  experiencedSince: z.number().int().nullable(),
  country: z.string().nullable(),
  city: z.string().nullable(),
  bio: z.string().nullable(),
  /** Ids of the clients assigned to the coach. */
  assignedPatients: z.array(rowId()),
  /** Number of assigned clients. */
  patientCount: z.number().int(),
  version: rowVersion,
  createdAt: z.string(),
})
export type Coach = z.infer<typeof coach>

/** Pages omit the client ids. */
export const listedCoach = coach.partial({ assignedPatients: true })
/** The client ids are omitted; clients have their own list. */
const coachWithoutCounts = coach.omit({ assignedPatients: true })
export type ListedCoach = z.infer<typeof listedCoach>

const filters = {
  status: coachStatus.optional(),
  country: line(100).optional(),
  city: line(100).optional(),
}

export const listCoaches = endpoint('GET /api/coaches', {
  access: admins,
  shows: ['coach'],
  summary: 'Coaches by name; search by name or email, filter by status, country and city',
  query: paging.extend({ sort: sortedBy('name', 'experience', 'created'), ...filters }),
  response: z.array(listedCoach),
})

export const listCoachPlaces = endpoint('GET /api/coaches/places', {
  access: admins,
  shows: ['coach'],
  summary: 'The countries and cities of the coaches, for the filters',
  response: places,
})

const inFuture = 'Experience year cannot be in the future'
const profile = {
  bio: paragraph(5000).nullable(),
  experiencedSince: z
    .number({ error: 'Experience year is required' })
    .int('Experience year must be a whole number')
    .min(earliestExperienceYear, `Experience year must be ${earliestExperienceYear} or later`)
    .max(2200, inFuture)
    .refine((year) => year <= new Date().getFullYear(), inFuture),
  city: line(100).min(1, 'City is required'),
  country: line(100).min(1, 'Country is required'),
  status: coachStatus,
}

export const createCoach = endpoint('POST /api/coaches', {
  access: admins,
  changes: ['coach'],
  summary: 'Create the coach profile of a user with the role coach_user',
  body: z.object({
    ...profile,
    userId: rowId(),
    bio: profile.bio.default(null),
    status: coachStatus.default('active'),
    /** Always empty: clients are assigned separately. */
    assignedPatients: z.array(rowId()).max(0).default([]),
  }),
  errorCodes: ['not-found', 'conflict', 'unprocessable'],
  response: coach,
})

/** The form of Add Coach; it takes two requests. */
export const newCoachForm = z.object({
  ...profile,
  firstName: line(100).min(1, 'First name is required'),
  lastName: line(100).min(1, 'Last name is required'),
  email,
  password: newPassword,
})

export const coachDetail = coachWithoutCounts.extend({
  /** Room for digital sessions. */
  joinAddress: z.string().nullable(),
  /** For physical sessions. */
  place: z.string().nullable(),
  caseload: z.object({
    /** Number of clients by risk level. */
    risks: z.record(riskLevel, z.number().int()),
    notAssessed: z.number().int(),
    openSessions: z.number().int(),
  }),
})
export type CoachDetail = z.infer<typeof coachDetail>

export const getCoach = endpoint('GET /api/coaches/{id}', {
  access: staff,
  shows: ['coach', 'client', 'session'],
  summary: 'One coach with caseload figures; coaches may read their own profile',
  params: idOnly,
  response: coachDetail,
})

/** Also the form of a coach's profile. */
export const coachProfile = z.object(profile)

export const updateCoach = endpoint('PATCH /api/coaches/{id}', {
  access: admins,
  changes: ['coach'],
  summary:
    "Change a coach's profile or status; assigned clients stay. Stays inactive without an active account with the role Coach",
  params: idOnly,
  body: changeBody(coachProfile),
  errorCodes: ['unprocessable'],
  response: coachWithoutCounts,
})

/** Also the form. Empty: none. */
export const meetingForm = z.object({ joinAddress, place: meetingPlace })

export const updateCoachMeeting = endpoint('PUT /api/coaches/{id}/meeting', {
  access: staff,
  changes: ['coach', 'session'],
  summary:
    'Set where a coach meets clients: the https address of a video room on an allowed host, and a place; administrators, and the coach in person',
  params: idOnly,
  body: meetingForm.extend({ version: rowVersion.optional() }),
  errorCodes: ['stale'],
  response: coachDetail,
})

/** Maximum number of coaches in one bulk change. */
export const maxStatusChanges = 50_000

export const setCoachStatus = endpoint('POST /api/coaches/status', {
  access: admins,
  changes: ['coach'],
  summary:
    'Set the status of several coaches: by id, or all that match; skips those who may not coach',
  body: z.object({
    status: coachStatus,
    coaches: z.union([
      z.strictObject({ ids: z.array(rowId()).min(1).max(1000) }),
      z.strictObject({
        matching: z.strictObject({ q: searched, ...filters }),
        /** Excluded from those that match. */
        except: z.array(rowId()).max(1000).optional(),
      }),
    ]),
  }),
  errorCodes: ['unprocessable'],
  response: z.object({
    /** Number of coaches whose status changed. */
    changed: z.number().int(),
    /** Number that stay inactive, because the account is deactivated or lacks the role Coach. */
    skipped: z.number().int(),
  }),
})
