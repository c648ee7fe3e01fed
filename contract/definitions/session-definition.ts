import { z } from 'zod'
import { rowId } from '../bounds.ts'
import { rowVersion } from '../row-version.ts'

/** Where a session takes place (docs/product.md, "Sessions"). */
export const sessionType = z.enum(['digital', 'physical'])
export type SessionType = z.infer<typeof sessionType>
export const sessionTypeLabel: Record<SessionType, string> = {
  digital: 'Digital',
  physical: 'Physical',
}

export const maxSessionMinutes = 480
/** Duration of a session. */
export const sessionMinutes = z
  .number({ error: 'Duration is required' })
  .int('Whole minutes, please')
  .min(5, 'At least 5 minutes')
  .max(maxSessionMinutes, `At most ${maxSessionMinutes} minutes`)
export const defaultSessionMinutes = 50

/** An assignment type. */
export const assignmentDefinition = z.object({
  id: rowId(),
  version: rowVersion,
  name: z.string(),
  description: z.string().nullable(),
  displayOrder: z.number().int(),
})

/** A session type. Separate from the other definitions, which plans need not fetch. */
export const sessionDefinition = assignmentDefinition.extend({
  durationMinutes: z.number().int(),
  sessionType,
})
export type SessionDefinition = z.infer<typeof sessionDefinition>
