import { Progress as Radix } from 'radix-ui'
import { classNames } from './class-names.ts'
import { solidTone, type Tone } from './tone.ts'

type ProgressProps = {
  /** 0 to 1; undefined if unknown. */
  value: number | undefined
  label: string
  tone?: Tone
  className?: string
}

/** The text beside it shows `wholePercent` of the same value. */
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

/** The whole percent of a share (0 to 1), rounded down: 100 means finished. */
export const wholePercent = (share: number) =>
  // 0.29 × 100 is slightly less than 29.
  Math.floor(100 * Math.min(1, Math.max(0, share)) + 1e-9)
