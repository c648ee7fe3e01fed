import { z } from 'zod'

/** Countries and cities with at least one row, for the filters of a list. */
export const places = z.array(z.object({ country: z.string(), cities: z.array(z.string()) }))
export type Places = z.infer<typeof places>
