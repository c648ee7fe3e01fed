import { count } from './numbers.ts'

/** 'Showing 12 of 1,204 users' */
export const showing = (match: number, total: number, things: string) =>
  `Showing ${count(match)} of ${count(total)} ${things}`

/** '1 user matches your filters', '12 users match your filters' (specification part 1, section 2, "User Management"). */
export const matching = (match: number, thing: string, things = `${thing}s`) =>
  match === 1 ? `1 ${thing} matches your filters` : `${count(match)} ${things} match your filters`
