import { count } from './numbers.ts'

/** All rows of a list, and how many of them match; capped where there are more, which the server does not count. */
export type ListSize = {
  match: number
  isMatchCapped: boolean
  total: number
  isTotalCapped: boolean
}

/** '1,204', '10,000+' */
export const howMany = (number: number, isCapped: boolean) =>
  isCapped ? `${count(number)}+` : count(number)

/** 'Showing 12 of 1,204 users' */
export const showing = ({ match, isMatchCapped, total, isTotalCapped }: ListSize, things: string) =>
  `Showing ${howMany(match, isMatchCapped)} of ${howMany(total, isTotalCapped)} ${things}`

/** '1 user matches your filters', '12 users match your filters' (specification part 1, section 2, "User Management"). */
export const matching = (
  { match, isMatchCapped }: Pick<ListSize, 'match' | 'isMatchCapped'>,
  thing: string,
  things = `${thing}s`,
) =>
  match === 1
    ? `1 ${thing} matches your filters`
    : `${howMany(match, isMatchCapped)} ${things} match your filters`
