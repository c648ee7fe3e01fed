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

/** How far something that runs has come. */
export function Progress({ value, label, tone = 'brand', className }: ProgressProps) {
  const share = value === undefined ? undefined : Math.min(1, Math.max(0, value))
  return (
    <Radix.Root
      value={share === undefined ? null : Math.round(share * 100)}
      aria-label={label}
      className={classNames('h-2 w-full overflow-hidden rounded-full bg-line', className)}
    >
      <Radix.Indicator
        className={classNames(
          'block h-full rounded-full',
          solidTone[tone],
          share === undefined ? 'w-1/3 animate-sweep' : 'transition-[width]',
        )}
        style={share === undefined ? undefined : { width: `${share * 100}%` }}
      />
    </Radix.Root>
  )
}
