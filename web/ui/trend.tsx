import { ArrowDownRight, ArrowRight, ArrowUpRight } from 'lucide-react'
import { classNames } from './class-names.ts'
import { textTone, type Tone } from './tone.ts'

const icons = { up: ArrowUpRight, down: ArrowDownRight, flat: ArrowRight }
const words = { up: 'Rising', down: 'Falling', flat: 'Steady' }

type TrendProps = {
  direction: keyof typeof icons
  /** The change with its sign, in place of the word. */
  change?: string
  tone?: Tone
}

export function Trend({ direction, change, tone = 'neutral' }: TrendProps) {
  const Icon = icons[direction]
  return (
    <span
      className={classNames('inline-flex items-center gap-1 text-xs tabular-nums', textTone[tone])}
    >
      <Icon aria-hidden size={14} className="shrink-0" />
      <span className={change ? 'sr-only' : undefined}>{words[direction]}</span>
      {change}
    </span>
  )
}
