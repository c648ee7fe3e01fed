export type Range = { start: number; end: number }

/**
 * The byte range of a Range header, both ends included (RFC 9110, section 14.2). Undefined, for the whole file, when
 * the header is missing, malformed or has several ranges; `unsatisfiable` when it is outside of the file.
 */
export function parseRange(
  header: string | undefined,
  size: number,
): Range | 'unsatisfiable' | undefined {
  const [, first, last] =
    /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header?.replaceAll(' ', '') ?? '') ?? []
  if (first === undefined || last === undefined || (!first && !last)) return undefined
  if (!first) {
    const length = Math.min(Number(last), size)
    return length ? { start: size - length, end: size - 1 } : 'unsatisfiable'
  }
  const start = Number(first)
  if (last && Number(last) < start) return undefined
  if (start >= size) return 'unsatisfiable'
  return { start, end: last ? Math.min(Number(last), size - 1) : size - 1 }
}
