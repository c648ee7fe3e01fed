import { z } from 'zod'
import { rowId } from './bounds.ts'
import { rowVersion } from './row-version.ts'

/** A session type; an assignment type has the same. Apart from the other definitions, which no plan has to fetch. */
export const sessionDefinition = z.object({
  id: rowId(),
  version: rowVersion,
  name: z.string(),
  description: z.string().nullable(),
  displayOrder: z.number().int(),
})
export type SessionDefinition = z.infer<typeof sessionDefinition>
