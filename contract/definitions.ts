import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { staff } from './roles.ts'

export const sessionDefinition = z.object({
  id: z.uuid(),
  name: z.string(),
  description: z.string().nullable(),
  displayOrder: z.number().int(),
})
export type SessionDefinition = z.infer<typeof sessionDefinition>

export const listAssignmentDefinitions = endpoint('GET /api/admin/assignment-definitions', {
  access: staff,
  shows: ['definition'],
  summary: 'Assignment types, in their order',
  response: z.array(sessionDefinition),
})

export const listSessionDefinitions = endpoint('GET /api/admin/session-definitions', {
  access: staff,
  shows: ['definition'],
  summary: 'Session types, in their order',
  response: z.array(sessionDefinition),
})
