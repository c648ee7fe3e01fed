import { z } from 'zod'

/** Where the rows of a list are, for its filters: countries and cities that at least one row has. */
export const places = z.array(z.object({ country: z.string(), cities: z.array(z.string()) }))
export type Places = z.infer<typeof places>
