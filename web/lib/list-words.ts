import { count } from './numbers.ts'

/** All rows of a list, and how many of them match; where the server did not count them out, about so many. */
export type ListSize = {
  match: number
  isMatchAbout: boolean
  total: number
  isTotalAbout: boolean
}

/** '1,204', 'about 120,000' */
export const howMany = (number: number, isAbout: boolean) =>
  isAbout ? `about ${count(number)}` : count(number)

/** 'Showing 12 of 1,204 users' */
export const showing = ({ match, isMatchAbout, total, isTotalAbout }: ListSize, things: string) =>
  `Showing ${howMany(match, isMatchAbout)} of ${howMany(total, isTotalAbout)} ${things}`

/** '1 user matches your filters', '12 users match your filters' (specification part 1, section 2, "User Management"). */
export const matching = (
  { match, isMatchAbout }: Pick<ListSize, 'match' | 'isMatchAbout'>,
  thing: string,
  things = `${thing}s`,
) =>
  match === 1
    ? `1 ${thing} matches your filters`
    : sentence(`${howMany(match, isMatchAbout)} ${things} match your filters`)

const sentence = (words: string) => words.charAt(0).toUpperCase() + words.slice(1)
