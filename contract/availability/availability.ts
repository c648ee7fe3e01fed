import { z } from 'zod'
import { idOnly, line, rowId } from '../bounds.ts'
import { endpoint } from '../endpoint.ts'
import { staff } from '../roles.ts'
import { rowVersion } from '../row-version.ts'
import { daysBetween, isNamedZone } from '../rules/calendar.ts'
import { weeklyHours, weeklyRange } from '../rules/working-hours.ts'

const invalidDay = 'A day is required'
const day = z.iso.date({ error: invalidDay, abort: true }).max(10, { error: invalidDay })

const maxDays = 366

/** Calendar days, YYYY-MM-DD, both included. */
export const dayRange = z.object({ firstDay: day, lastDay: day })
export type DayRange = z.infer<typeof dayRange>

const inOrder = <Days extends z.ZodType<DayRange>>(days: Days) =>
  days
    .refine(({ firstDay, lastDay }) => firstDay <= lastDay, {
      path: ['lastDay'],
      error: 'The last day is before the first',
    })
    .refine(({ firstDay, lastDay }) => daysBetween(firstDay, lastDay) < maxDays, {
      path: ['lastDay'],
      error: `At most ${maxDays} days`,
    })

/** Of time off. */
export const timeOffDays = inOrder(dayRange)

export const timeOffForm = inOrder(
  dayRange.extend({
    /** What happens to sessions that have not begun. */
    sessions: z.enum(['keep', 'cancel']).default('keep'),
  }),
)

/** The working hours of a week, by the clock of a time zone. */
export const hoursForm = z.object({
  timeZone: line(60).refine(isNamedZone, 'Unknown time zone. Example: Europe/Copenhagen.'),
  ranges: weeklyHours,
})

const calendarChoices = {
  /** Whole days block. */
  countsAllDay: z.boolean(),
  /** Entries marked as free block. */
  countsFree: z.boolean(),
}

/** Busy times older than this are not enough to book a time directly. */
export const staleCalendarHours = 24

const calendar = z.object({
  ...calendarChoices,
  /** Of the address, which is not shown. */
  host: z.string(),
  /** Null: not yet. */
  lastReadAt: z.string().nullable(),
  /** Null: reading works. */
  failingSince: z.string().nullable(),
  /** Why the last attempt failed. */
  error: z.string().nullable(),
})

const addressFault = 'Address must begin with https:// or webcal://'

/** https on its usual port. */
export const calendarForm = z.object({
  address: line(2000)
    .transform((it) => it.replace(/^webcals?:/i, 'https:'))
    .refine((it) => URL.canParse(it), { error: addressFault, abort: true })
    .refine((it) => /^https?:/i.test(it), addressFault)
    .refine((it) => {
      const { username, password } = new URL(it)
      return username === '' && password === ''
    }, 'Address must not contain a password'),
  ...calendarChoices,
})

const availability = z.object({
  /** Those of the installation, unless the coach has own ones. */
  hours: z.object({ timeZone: z.string(), ranges: z.array(weeklyRange) }),
  /** Of the coach's own hours; null: those of the installation apply. */
  hoursVersion: rowVersion.nullable(),
  /** That has not passed, in order. */
  timeOff: z.array(dayRange.extend({ id: rowId() })),
  /** The coach's own calendar; null: none. */
  calendar: calendar.nullable(),
})
export type Availability = z.infer<typeof availability>

export const getAvailability = endpoint('GET /api/coaches/{id}/availability', {
  access: staff,
  shows: ['coach'],
  summary: "A coach's working hours, time off and own calendar; for the coach and administrators",
  // The calendar is read in the background.
  freshness: 'always-stale',
  params: idOnly,
  response: availability,
})

export const saveHours = endpoint('PUT /api/coaches/{id}/availability', {
  access: staff,
  changes: ['coach'],
  summary: "Save a coach's own working hours, or follow those of the installation",
  params: idOnly,
  body: z.object({
    /** Null: those of the installation. */
    hours: hoursForm.nullable(),
    version: rowVersion.nullable(),
  }),
  errorCodes: ['stale'],
  response: availability,
})

export const addTimeOff = endpoint('POST /api/coaches/{id}/time-off', {
  access: staff,
  changes: ['coach', 'session', 'client'],
  isIdempotent: true,
  summary: 'Add days on which a coach takes no sessions, and keep or cancel the sessions in them',
  params: idOnly,
  body: timeOffForm,
  errorCodes: ['conflict'],
  response: availability,
})

export const removeTimeOff = endpoint('DELETE /api/coaches/{id}/time-off/{timeOffId}', {
  access: staff,
  changes: ['coach'],
  summary: "Remove a coach's time off; cancelled sessions stay cancelled",
  params: idOnly.extend({ timeOffId: rowId() }),
  response: availability,
})

/** Maximum number of sessions in the response. */
export const maxSessionsInDays = 50

export const listSessionsInDays = endpoint('GET /api/coaches/{id}/sessions-in-days', {
  access: staff,
  shows: ['coach', 'session', 'client'],
  summary: `Sessions with a coach that have not begun, on days in the time zone of the coach's hours, with their total; at most ${maxSessionsInDays}`,
  freshness: 'while-shown',
  params: idOnly,
  query: timeOffDays,
  response: z.object({
    total: z.number().int(),
    sessions: z.array(
      z.object({
        id: rowId(),
        clientId: rowId(),
        clientName: z.string(),
        sessionDate: z.string(),
      }),
    ),
  }),
})

export const connectCalendar = endpoint('PUT /api/coaches/{id}/calendar', {
  access: staff,
  changes: ['coach'],
  summary:
    "Connect the coach's own calendar by its secret address. Only busy times are stored; it is read now and every 15 minutes",
  params: idOnly,
  body: calendarForm.extend({
    /** Missing: the present one. */
    address: calendarForm.shape.address.optional(),
  }),
  errorCodes: ['unprocessable'],
  response: availability,
})

export const disconnectCalendar = endpoint('DELETE /api/coaches/{id}/calendar', {
  access: staff,
  changes: ['coach'],
  summary: "Disconnect the coach's own calendar and forget its busy times",
  params: idOnly,
  response: availability,
})
