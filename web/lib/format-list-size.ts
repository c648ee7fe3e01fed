import { formatCount } from './numbers.ts'

/** The number of all rows and of those that match. Capped where there are more, which the server does not count. */
export type ListSize = {
  match: number
  isMatchCapped: boolean
  total: number
  isTotalCapped: boolean
}

/** '1,204', '10,000+' */
export const formatCappedCount = (number: number, isCapped: boolean) =>
  isCapped ? `${formatCount(number)}+` : formatCount(number)

/** 'Showing 12 of 1,204 users' */
export const formatShownCount = (
  { match, isMatchCapped, total, isTotalCapped }: ListSize,
  things: string,
) =>
  `Showing ${formatCappedCount(match, isMatchCapped)} of ${formatCappedCount(total, isTotalCapped)} ${things}`

/** '1 user matches your filters', '12 users match your filters' (docs/product.md, "Everywhere"). */
export const formatMatchCount = (
  { match, isMatchCapped }: Pick<ListSize, 'match' | 'isMatchCapped'>,
  thing: string,
  things = `${thing}s`,
) =>
  match === 1
    ? `1 ${thing} matches your filters`
    : `${formatCappedCount(match, isMatchCapped)} ${things} match your filters`
