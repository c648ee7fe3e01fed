import type { Client } from '#contract/clients.ts'
import { burnoutBarColour } from '#contract/value-colours.ts'
import { signed } from '#web/lib/numbers.ts'
import { toneOf } from '#web/parts/colour-tones.ts'
import { Bar } from '#web/ui/bar.tsx'
import type { Tone } from '#web/ui/tone.ts'
import { Trend } from '#web/ui/trend.tsx'

type Percentage = Pick<Client, 'burnoutPercentage'>

export const BurnoutBar = ({ burnoutPercentage: value }: Percentage) =>
  value === null ? (
    <span className="text-muted">N/A</span>
  ) : (
    <Bar label="Burnout" value={value} tone={toneOf[burnoutBarColour(value)]} className="w-24" />
  )

/** More burnout is worse. */
const tones: Record<'up' | 'down' | 'flat', Tone> = { up: 'red', down: 'green', flat: 'neutral' }

type Trended = Pick<Client, 'trendDirection' | 'trendValue'>

export const BurnoutTrend = ({ trendDirection: direction, trendValue: value }: Trended) =>
  direction === null || value === null ? (
    <span className="text-muted">N/A</span>
  ) : (
    <Trend direction={direction} change={signed(value)} tone={tones[direction]} />
  )
