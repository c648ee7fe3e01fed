/** Round numbers from 0 up to the first one that is not below `most`: a handful, whole ones. */
export function ticksUpTo(most: number): number[] {
  const rough = Math.max(1, most / 4)
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = [1, 2, 5, 10].map((it) => it * power).find((it) => it >= rough) ?? rough
  const count = Math.max(1, Math.ceil(most / step))
  return Array.from({ length: count + 1 }, (_, index) => index * step)
}
