/** A merge of the cluster of `b` into that of `a`. */
export type Join = { a: number; b: number; similarity: number }

export function cosine(a: ArrayLike<number>, b: ArrayLike<number>) {
  let product = 0
  let squareA = 0
  let squareB = 0
  for (let i = 0; i < a.length; i++) {
    const x = a[i]!
    const y = b[i]!
    product += x * y
    squareA += x * x
    squareB += y * y
  }
  return product / (Math.sqrt(squareA * squareB) || 1)
}

/** The unit vector of the mean. */
export function direction(vectors: Float32Array[]) {
  const sum = new Float32Array(vectors[0]?.length ?? 0)
  for (const vector of vectors) for (let i = 0; i < sum.length; i++) sum[i]! += vector[i]!
  const length = Math.sqrt(sum.reduce((total, value) => total + value * value, 0)) || 1
  return sum.map((value) => value / length)
}

/** Agglomerative clustering with average linkage and cosine similarity. Quadratic in time and memory. */
export function joinNearest(vectors: Float32Array[]): Join[] {
  const count = vectors.length
  const similarity = vectors.map((a) => Float32Array.from(vectors, (b) => cosine(a, b)))
  const size = new Float64Array(count).fill(1)
  const alive = new Set(vectors.keys())
  const nearest = new Int32Array(count).fill(-1)
  const isNearer = (of: number, a: number, than: number) =>
    than < 0 || similarity[of]![a]! > similarity[of]![than]!

  const findNearest = (of: number) => {
    let found = -1
    for (const other of alive) if (other !== of && isNearer(of, other, found)) found = other
    nearest[of] = found
  }
  for (const index of alive) findNearest(index)

  const joins: Join[] = []
  while (alive.size > 1) {
    let a = -1
    for (const index of alive)
      if (a < 0 || similarity[index]![nearest[index]!]! > similarity[a]![nearest[a]!]!) a = index
    const b = nearest[a]!
    joins.push({ a, b, similarity: similarity[a]![b]! })
    alive.delete(b)
    const weight = size[a]! / (size[a]! + size[b]!)
    size[a]! += size[b]!
    for (const other of alive) {
      if (other === a) continue
      const mean = similarity[a]![other]! * weight + similarity[b]![other]! * (1 - weight)
      similarity[a]![other] = mean
      similarity[other]![a] = mean
    }
    findNearest(a)
    for (const other of alive) {
      if (other === a) continue
      if (nearest[other] === a || nearest[other] === b) findNearest(other)
      else if (isNearer(other, a, nearest[other]!)) nearest[other] = a
    }
  }
  return joins
}

/** The members of each cluster, the largest first. */
export function clustersAt(count: number, joins: Join[], clusters: number) {
  const members = new Map(Array.from({ length: count }, (_, index) => [index, [index]]))
  for (const { a, b } of joins.slice(0, Math.max(0, count - clusters))) {
    members.set(a, [...(members.get(a) ?? []), ...(members.get(b) ?? [])])
    members.delete(b)
  }
  return [...members.values()].toSorted((a, b) => b.length - a.length)
}
