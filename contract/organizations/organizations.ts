import { z } from 'zod'
import { idOnly, line, paragraph, rowId } from '../bounds.ts'
import { consentOutside } from '../consents/consents.ts'
import { endpoint } from '../endpoint.ts'
import { paging, sortedBy } from '../paging.ts'
import { places } from '../places.ts'
import { admins } from '../roles.ts'
import { changeBody, rowVersion } from '../row-version.ts'

export const organization = z.object({
  id: rowId(),
  name: z.string(),
  description: z.string().nullable(),
  country: z.string().nullable(),
  city: z.string().nullable(),
  /** Empty for API tokens. */
  inviteToken: z.string(),
  eligibleHeadcount: z.number().int(),
  monthlyPricePerEmployee: z.number(),
  pricePerSession: z.number(),
  /** ISO 4217. */
  currency: z.string(),
  /** Registered employees, without family members. */
  employeeCount: z.number().int(),
  /** The onboarding link was copied, mailed or printed since it was created. */
  isInviteShared: z.boolean(),
  /** Someone active has the role Organization in it. */
  hasAdministrator: z.boolean(),
  /** As the settings of the same names, for the people of the organization. */
  audioStaysHere: z.boolean(),
  wordsStayHere: z.boolean(),
  consentOutside,
  version: rowVersion,
  createdAt: z.string(),
})
export type Organization = z.infer<typeof organization>

export const listOrganizations = endpoint('GET /api/admin/organizations', {
  access: admins,
  shows: ['organization', 'user'],
  summary: 'Organizations by name; search by name or description, filter by country and city',
  query: paging.extend({
    sort: sortedBy('name', 'created'),
    country: line(100).optional(),
    city: line(100).optional(),
  }),
  response: z.array(organization),
})

export const listOrganizationPlaces = endpoint('GET /api/admin/organization-places', {
  access: admins,
  shows: ['organization'],
  summary: 'The countries and cities of the organizations, for the filters',
  response: places,
})

export const getOrganization = endpoint('GET /api/admin/organizations/{id}', {
  access: admins,
  shows: ['organization', 'user'],
  summary: 'One organization',
  params: idOnly,
  response: organization,
})

const money = z.number().min(0, 'A price cannot be negative').max(1_000_000)

/** The form of Add and Edit Organization. */
export const organizationForm = z.object({
  name: line(200).min(1, 'Organization name is required'),
  description: paragraph(2000).nullish(),
  country: line(100).nullish(),
  city: line(100).nullish(),
  eligibleHeadcount: z
    .number()
    .int('Headcount must be a whole number')
    .min(0, 'Headcount cannot be negative')
    .max(1_000_000)
    .optional(),
  monthlyPricePerEmployee: money.optional(),
  pricePerSession: money.optional(),
  currency: line(3)
    .regex(/^[A-Z]{3}$/, 'Currency is three letters, such as DKK')
    .optional(),
  audioStaysHere: z.boolean().optional(),
  wordsStayHere: z.boolean().optional(),
  consentOutside: consentOutside.optional(),
})

export const createOrganization = endpoint('POST /api/admin/organizations', {
  access: admins,
  changes: ['organization'],
  isIdempotent: true,
  summary: 'Create an organization with an onboarding link',
  body: organizationForm,
  response: organization,
})

export const updateOrganization = endpoint('PATCH /api/admin/organizations/{id}', {
  access: admins,
  changes: ['organization', 'client'],
  summary: 'Change an organization',
  params: idOnly,
  body: changeBody(organizationForm),
  response: organization,
})
