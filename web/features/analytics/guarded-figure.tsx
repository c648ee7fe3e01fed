import { orMore } from './guarded.ts'

type GuardedFigureProps = {
  value: number | null
  /** Where it is not a count in steps. */
  format?: (value: number) => string
}

/** A figure, or the words for one that would tell about too few people, which do not call for attention. */
export const GuardedFigure = ({ value, format = orMore }: GuardedFigureProps) =>
  value === null ? (
    <span className="text-sm font-normal tracking-normal text-muted">Not shown</span>
  ) : (
    format(value)
  )
