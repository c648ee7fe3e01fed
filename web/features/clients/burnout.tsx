import type { Client } from '#contract/clients/clients.ts'
import { burnoutBarColour } from '#contract/rules/value-colours.ts'
import { formatDecimal, formatChange } from '#web/lib/numbers.ts'
import { colourTones } from '#web/parts/colour-tones.ts'
import { Bar } from '#web/ui/bar.tsx'
import { Sparkline } from '#web/ui/sparkline.tsx'
import type { Tone } from '#web/ui/tone.ts'
import { Trend } from '#web/ui/trend.tsx'

type Percentage = Pick<Client, 'burnoutPercentage' | 'isBurnoutInferred'>

export const BurnoutBar = ({ burnoutPercentage: value, isBurnoutInferred }: Percentage) =>
  value === null ? (
    <span className="text-muted">N/A</span>
  ) : (
    <span title="The bar is yellow from 50% and red from 70%. The risk level is medium above 30% and high above 60%.">
      <Bar
        label="Burnout"
        value={value}
        tone={colourTones[burnoutBarColour(value)]}
        className="w-19"
      />
      {isBurnoutInferred && <span className="block text-xs text-muted">inferred</span>}
    </span>
  )

/** More burnout is worse. */
const tones: Record<'up' | 'down' | 'flat', Tone> = { up: 'red', down: 'green', flat: 'neutral' }

type Trended = Pick<Client, 'trendDirection' | 'trendValue' | 'burnoutScores'>

/** The change of the burnout score, with a sparkline of the last assessments. */
export const BurnoutTrend = ({
  trendDirection: direction,
  trendValue: value,
  burnoutScores: scores,
}: Trended) =>
  direction === null || value === null ? (
    <span className="text-muted">N/A</span>
  ) : (
    <span className="flex flex-col gap-0.5">
      <Trend direction={direction} change={formatChange(value)} tone={tones[direction]} />
      <Sparkline
        values={scores.toReversed()}
        label={`Burnout scores: ${scores.toReversed().map(formatDecimal).join(', ')}`}
        width={56}
        height={20}
      />
    </span>
  )
