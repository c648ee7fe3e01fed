import { Progress as Radix } from 'radix-ui'
import { classNames } from './class-names.ts'
import { solidTone, type Tone } from './tone.ts'
import { wholePercent } from './whole-percent.ts'

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
