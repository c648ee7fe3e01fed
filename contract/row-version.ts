import { z } from 'zod'

/** Counts the changes of what the form of a row shows. */
export const rowVersion = z.number().int().min(1).max(2_147_483_647)

/**
 * The version that was read, beside what is to be changed: when the row has another one by now, nothing is changed and
 * the answer is 409 with the code `stale`. Without it the change is made whatever the row says.
 */
const readVersion = rowVersion.optional()

/** Which of its own versions a body is about is no change: `version`, or one of a part, such as `dateVersion`. */
const changesSomething = (body: object) =>
  Object.entries(body).some(([name, value]) => value !== undefined && !/version$/i.test(name))

/** The body that changes a row: what is named of the fields of its form, and the version that was read. */
export const changeOf = <Shape extends z.core.$ZodLooseShape>(form: z.ZodObject<Shape>) =>
  form
    .partial()
    .extend({ version: readVersion })
    .refine(changesSomething, { error: 'There is nothing to change' })
