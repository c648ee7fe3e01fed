import { z } from 'zod'

/** Semicolons come with decimal commas, as spreadsheets expect in much of Europe. */
const separator = z.enum(['comma', 'semicolon'])
export type CsvSeparator = z.infer<typeof separator>

export const csvQuery = { separator: separator.optional() }
