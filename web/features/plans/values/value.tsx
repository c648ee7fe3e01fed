import { checkLabel, isConfirmed, type ValueCheck } from '#contract/plans/plan-values.ts'
import { type Colour } from '#contract/rules/value-colours.ts'
import { formatDecimal } from '#web/lib/numbers.ts'
import { colourTones } from '#web/parts/colour-tones.ts'
import { classNames } from '#web/ui/class-names.ts'
import { softTone } from '#web/ui/tone.ts'

export const valueClasses = (colour: Colour) =>
  classNames(
    'inline-flex h-9 w-12 items-center justify-center rounded-md tabular-nums forced-color-adjust-none',
    softTone[colourTones[colour]],
  )

/** For a value that nobody has confirmed yet. */
export const unconfirmedClasses = 'border border-dashed'

/** Precedes a value for which the client gave no number. */
export const inferredMark = '≈'

type ValueProps = {
  value: number | undefined
  colourOf: (value: number) => Colour
  isPast: boolean
  check?: ValueCheck | undefined
}

/** "N/A" for a missing value (docs/product.md, "Value colors"). */
export function Value({ value, colourOf, isPast, check }: ValueProps) {
  if (value === undefined) return isPast && <span className="text-xs text-muted">N/A</span>
  const isOpen = check !== undefined && !isConfirmed(check)
  return (
    <span className={classNames(valueClasses(colourOf(value)), isOpen && unconfirmedClasses)}>
      {check === 'inferred' && <span aria-hidden>{inferredMark}</span>}
      {formatDecimal(value)}
      {isOpen && <span className="sr-only">, {checkLabel[check]}</span>}
    </span>
  )
}
