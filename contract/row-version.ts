import { z } from 'zod'

/** Counts the changes of the fields in the form of a row. */
export const rowVersion = z.number().int().min(1).max(2_147_483_647)

/**
 * The version that was read. If the row has changed since, nothing is changed and the response is 409 with the code
 * `stale`. Without it the change is always made.
 */
const readVersion = rowVersion.optional()

/** Versions are no change: `version`, or that of a part, such as `dateVersion`. */
const changesSomething = (body: object) =>
  Object.entries(body).some(([name, value]) => value !== undefined && !/version$/i.test(name))

/** Body that changes a row: any fields of its form, and the version that was read. */
export const changeBody = <Shape extends z.core.$ZodLooseShape>(form: z.ZodObject<Shape>) =>
  form
    .partial()
    .extend({ version: readVersion })
    .refine(changesSomething, { error: 'There is nothing to change' })
