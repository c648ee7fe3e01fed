import { Progress as Radix } from 'radix-ui'
import { classNames } from './class-names.ts'
import { solidTone, type Tone } from './tone.ts'

type ProgressProps = {
  /** 0 to 1; left out when nobody knows how far it is. */
  value: number | undefined
  label: string
  tone?: Tone
  className?: string
}

/** How far something that runs has come, in whole per cent: the number beside it is `wholePercent` of the same value. */
export function Progress({ value, label, tone = 'brand', className }: ProgressProps) {
  const percent = value === undefined ? undefined : wholePercent(value)
  return (
    <Radix.Root
      value={percent ?? null}
      aria-label={label}
      className={classNames('h-2 w-full overflow-hidden rounded-full bg-line', className)}
    >
      <Radix.Indicator
        className={classNames(
          'block h-full rounded-full',
          solidTone[tone],
          percent === undefined
            ? 'w-1/3 animate-sweep motion-reduce:w-full motion-reduce:opacity-30'
            : 'transition-[width]',
        )}
        style={percent === undefined ? undefined : { width: `${percent}%` }}
      />
    </Radix.Root>
  )
}

/**
 * The whole per cent that are done of `share` (0 to 1), rounded down: 100 means finished. A bar and the number beside it
 * both show this and nothing else, so that neither runs ahead of the other.
 */
export const wholePercent = (share: number) =>
  // 0.29 × 100 is a little less than 29.
  Math.floor(100 * Math.min(1, Math.max(0, share)) + 1e-9)
