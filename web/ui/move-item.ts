/** The list with one row taken from its place and put into another. */
export function moveItem<Item>(items: readonly Item[], from: number, to: number): Item[] {
  const item = items[from]
  if (item === undefined) return [...items]
  return items.toSpliced(from, 1).toSpliced(to, 0, item)
}

/** The place that a row of that middle takes among rows that lie in this order; its own is not counted. */
export function dropIndex(middle: number, middles: readonly number[], from: number) {
  return middles.filter((other, index) => index !== from && other < middle).length
}
