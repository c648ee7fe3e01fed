import { checkLabel, isConfirmed, type ValueCheck } from '#contract/plan-values.ts'
import { type Colour } from '#contract/value-colours.ts'
import { formatDecimal } from '#web/lib/numbers.ts'
import { toneOf } from '#web/parts/colour-tones.ts'
import { classNames } from '#web/ui/class-names.ts'
import { softTone } from '#web/ui/tone.ts'

/** How a figure of the plan looks on the ground of its colour. */
export const valueLook = (colour: Colour) =>
  classNames(
    'inline-flex h-9 w-12 items-center justify-center rounded-md tabular-nums forced-color-adjust-none',
    softTone[toneOf[colour]],
  )

/** An analysis found it, and nobody has confirmed it yet. */
export const openValueLook = 'border border-dashed'

/** Before a figure that the client did not say as a number. */
export const inferredMark = '≈'

type ValueProps = {
  value: number | undefined
  colourOf: (value: number) => Colour
  isPast: boolean
  check?: ValueCheck | undefined
}

/** A figure on the ground of its colour; "a missing value shows 'N/A'" (specification part 2, section 5). */
export function Value({ value, colourOf, isPast, check }: ValueProps) {
  if (value === undefined) return isPast && <span className="text-xs text-muted">N/A</span>
  const isOpen = check !== undefined && !isConfirmed(check)
  return (
    <span className={classNames(valueLook(colourOf(value)), isOpen && openValueLook)}>
      {check === 'inferred' && <span aria-hidden>{inferredMark}</span>}
      {formatDecimal(value)}
      {isOpen && <span className="sr-only">, {checkLabel[check]}</span>}
    </span>
  )
}
