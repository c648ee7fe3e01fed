type GuardedFigureProps = { value: number | null; format: (value: number) => string }

/** A figure, or the words for one that would tell about too few people, which do not call for attention. */
export const GuardedFigure = ({ value, format }: GuardedFigureProps) =>
  value === null ? (
    <span className="text-sm font-normal tracking-normal text-muted">Not shown</span>
  ) : (
    format(value)
  )
