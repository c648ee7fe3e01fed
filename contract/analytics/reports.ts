import { z } from 'zod'
import { line, rowId } from '../bounds.ts'
import { csvQuery } from '../csv.ts'
import { endpoint } from '../endpoint.ts'
import { admins } from '../roles.ts'

/** Org users only of their own organization. */
const readers = [...admins, 'org_user'] as const

/** YYYY-Qn */
const quarter = line(7).regex(/^\d{4}-Q[1-4]$/, 'A quarter looks like 2026-Q1')

export const reportFormats = ['pdf', 'csv'] as const
export type ReportFormat = (typeof reportFormats)[number]

export const listReports = endpoint('GET /api/organizations/{id}/reports', {
  access: readers,
  shows: ['organization'],
  summary: 'Quarters of an organization with a report, newest first',
  params: z.object({ id: rowId() }),
  response: z.array(z.object({ quarter, madeAt: z.string() })),
})

export const downloadReport = endpoint('GET /api/organizations/{id}/reports/{quarter}', {
  access: readers,
  shows: ['organization'],
  limit: 30,
  summary: 'The report of a quarter as PDF in A4, or as CSV',
  params: z.object({ id: rowId(), quarter }),
  query: z.object({ format: z.enum(reportFormats), ...csvQuery }),
  wire: { answers: { 200: { says: 'The file', type: '*/*' } } },
  response: 'bytes',
})
