/** Up to twice as many differences an alignment is optimal; beyond, it continues from the furthest point reached. */
const maxHalfDistance = 400

/**
 * The longest common subsequence of two lists of words, as pairs of indexes (Myers, "An O(ND) difference algorithm", in
 * linear memory). For texts with more than 800 differences it may be shorter.
 */
export function commonWords(one: readonly string[], other: readonly string[]) {
  const numbers = new Map<string, number>()
  const numbered = (words: readonly string[]) =>
    Int32Array.from(words, (word) => {
      const number = numbers.get(word) ?? numbers.size
      numbers.set(word, number)
      return number
    })
  const [a, b] = [numbered(one), numbered(other)]
  const middleOf = middleFinder(a, b)
  const pairs: [number, number][] = []

  function align(fromA: number, toA: number, fromB: number, toB: number) {
    while (fromA < toA && fromB < toB && a[fromA] === b[fromB]) pairs.push([fromA++, fromB++])
    let same = 0
    while (fromA < toA && fromB < toB && a[toA - 1] === b[toB - 1]) {
      toA--
      toB--
      same++
    }
    if (fromA < toA && fromB < toB) {
      const [midA, midB] = middleOf(fromA, toA, fromB, toB)
      align(fromA, midA, fromB, midB)
      align(midA, toA, midB, toB)
    }
    for (let at = 0; at < same; at++) pairs.push([toA + at, toB + at])
  }
  align(0, a.length, 0, b.length)
  return pairs
}

/** Finds a point of the best alignment by searching from both ends (the middle snake of Myers). */
function middleFinder(a: Int32Array, b: Int32Array) {
  const size = 2 * Math.min(a.length + b.length, 2 * maxHalfDistance) + 8
  const centre = size >> 1
  /** Furthest x on each diagonal, from the beginning and from the end. */
  const ahead = new Int32Array(size)
  const back = new Int32Array(size)

  return (fromA: number, toA: number, fromB: number, toB: number): [number, number] => {
    const [n, m] = [toA - fromA, toB - fromB]
    const difference = n - m
    const isOdd = (n + m) % 2 === 1
    const maxSteps = Math.min(Math.ceil((n + m) / 2), maxHalfDistance)
    ahead.fill(0, centre - maxSteps - 2, centre + maxSteps + 3)
    back.fill(0, centre - maxSteps - 2, centre + maxSteps + 3)
    for (let steps = 0; steps <= maxSteps; steps++) {
      const low = -steps + 2 * Math.max(0, steps - m)
      const high = steps - 2 * Math.max(0, steps - n)
      for (const isAhead of [true, false]) {
        const [own, their] = isAhead ? [ahead, back] : [back, ahead]
        for (let diagonal = low; diagonal <= high; diagonal += 2) {
          const below = own[centre + diagonal - 1] ?? 0
          const above = own[centre + diagonal + 1] ?? 0
          const isDown = diagonal === -steps || (diagonal !== steps && below < above)
          let x = isDown ? above : below + 1
          let y = x - diagonal
          const [startX, startY] = [x, y]
          while (
            x < n &&
            y < m &&
            (isAhead ? a[fromA + x] === b[fromB + y] : a[toA - 1 - x] === b[toB - 1 - y])
          ) {
            x++
            y++
          }
          own[centre + diagonal] = x
          const opposite = difference - diagonal
          const reached = isAhead ? steps - 1 : steps
          if (isOdd !== isAhead || Math.abs(opposite) > reached) continue
          if (x + (their[centre + opposite] ?? 0) < n) continue
          return isAhead ? [fromA + x, fromB + y] : [toA - startX, toB - startY]
        }
      }
    }
    return furthestAhead(fromA, n, fromB, m, maxSteps)
  }

  function furthestAhead(
    fromA: number,
    n: number,
    fromB: number,
    m: number,
    steps: number,
  ): [number, number] {
    let best: [number, number] = [0, 0]
    for (let diagonal = -steps; diagonal <= steps; diagonal += 2) {
      const x = Math.min(ahead[centre + diagonal] ?? 0, n)
      const y = Math.min(x - diagonal, m)
      if (y >= 0 && x + y > best[0] + best[1]) best = [x, y]
    }
    return [fromA + best[0], fromB + best[1]]
  }
}
