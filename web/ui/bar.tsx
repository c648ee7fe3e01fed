import { classNames } from './class-names.ts'
import { solidTone, type Tone } from './tone.ts'

type BarProps = {
  /** 0 to 100. */
  value: number
  tone: Tone
  label: string
  className?: string
}

export function Bar({ value, tone, label, className }: BarProps) {
  const percent = Math.min(100, Math.max(0, value))
  const text = `${Math.round(percent)}%`
  return (
    <span className={classNames('flex items-center gap-2', className)}>
      <span
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- browsers draw <meter> in their own colours
        role="meter"
        aria-label={label}
        aria-valuenow={Math.round(percent)}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuetext={text}
        className="block h-2 min-w-8 flex-1 overflow-hidden rounded-full bg-line"
      >
        <span
          className={classNames('block h-full rounded-full', solidTone[tone])}
          style={{ width: `${percent}%` }}
        />
      </span>
      <span aria-hidden className="min-w-9 text-right text-xs tabular-nums">
        {text}
      </span>
    </span>
  )
}
