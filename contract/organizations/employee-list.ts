import { z } from 'zod'
import { idOnly, verbatim } from '../bounds.ts'
import { endpoint, maxTextBytes } from '../endpoint.ts'
import { admins } from '../roles.ts'

/** Org users only of their own organization. */
const readers = {
  isForPeopleOnly: true,
  access: [...admins, 'org_user'],
  params: idOnly,
} as const

export const maxEmployees = 50_000
/** Characters of a file. */
export const maxListCharacters = 5_000_000
/** Days from the removal of an address to the end of access. */
export const accessGraceDays = 30
/** Hours in which the last change can be undone. */
export const listUndoHours = 24

/** The whole file, decoded: an address in each line, whatever stands beside it. */
const file = z.object({ text: verbatim(maxListCharacters).min(1, 'The file is empty.') })

export const employeeList = z.object({
  /** Null: without a list, everybody with the link can register. */
  addresses: z.number().int().nullable(),
  changedAt: z.string().nullable(),
  canUndo: z.boolean(),
})
export type EmployeeList = z.infer<typeof employeeList>

export const getEmployeeList = endpoint('GET /api/organizations/{id}/employee-list', {
  ...readers,
  shows: ['organization'],
  summary: 'How many work addresses may register with the onboarding link',
  response: employeeList,
})

export const employeeListPreview = z.object({
  addresses: z.number().int(),
  added: z.number().int(),
  removed: z.number().int(),
  duplicates: z.number().int(),
  /** Lines without an address, but for a heading: how many, and the numbers of the first 20. */
  unreadable: z.number().int(),
  unreadableLines: z.array(z.number().int()),
})
export type EmployeeListPreview = z.infer<typeof employeeListPreview>

export const previewEmployeeList = endpoint('POST /api/organizations/{id}/employee-list/preview', {
  ...readers,
  changes: [],
  limit: 60,
  bodyBytes: maxTextBytes(maxListCharacters),
  summary: 'What a new list of work addresses would change; nothing is stored',
  body: file,
  errorCodes: ['unprocessable'],
  response: employeeListPreview,
})

export const putEmployeeList = endpoint('PUT /api/organizations/{id}/employee-list', {
  ...readers,
  changes: ['organization', 'message'],
  limit: 60,
  bodyBytes: maxTextBytes(maxListCharacters),
  summary: 'Replace the list; people whose address left lose access after 30 days, and are told',
  body: file,
  errorCodes: ['unprocessable'],
  response: employeeList,
})

export const undoEmployeeList = endpoint('POST /api/organizations/{id}/employee-list/undo', {
  ...readers,
  changes: ['organization', 'message'],
  summary: 'Undo the last change of the list, within a day',
  errorCodes: ['conflict'],
  response: employeeList,
})

export const deleteEmployeeList = endpoint('DELETE /api/organizations/{id}/employee-list', {
  ...readers,
  changes: ['organization', 'message'],
  summary: 'Delete the list: everybody with the link can register, and nobody loses access',
  response: employeeList,
})

export const notListedError =
  'This address is not on your employer’s list. Please use your work email.'
