import type { QualityFigures, QualityVersion } from '#contract/analysis/analysis-quality.ts'
import { formatCount } from '#web/lib/numbers.ts'
import { StackedBars } from '#web/ui/chart-bars.tsx'
import { ChartFrame } from '#web/ui/chart-frame.tsx'
import { countGroup, groupStyles, groups, formatPart, formatVersionName } from './quality-format.ts'

/** Older versions are left out. */
const maxBars = 8

type VersionWithFigures = QualityVersion & { figures: QualityFigures }
const hasFigures = (version: QualityVersion): version is VersionWithFigures =>
  version.figures !== null

/** A bar per version, oldest first, divided by the outcome of its values. */
export function QualityChart({ versions }: { versions: readonly QualityVersion[] }) {
  const shown = versions.filter(hasFigures).slice(0, maxBars).toReversed()
  return (
    <ChartFrame
      label="Outcome of values by version"
      max={100}
      className="h-56"
      legend={groups.map((group) => groupStyles[group])}
      columns={shown.map((version) => ({
        key: version.id,
        label: formatVersionName(version),
        isStrong: version.isActive,
        values: [
          { word: 'Values', value: formatCount(version.figures.values) },
          ...groups.map((group) => ({
            word: groupStyles[group].word,
            value: formatPart(countGroup(version.figures, group), version.figures.values),
          })),
        ],
      }))}
    >
      {(top) => (
        <StackedBars
          top={top}
          bars={shown.map(({ id, figures }) => ({
            key: id,
            parts: groups.map((group) => {
              const part = (100 * countGroup(figures, group)) / figures.values
              return { style: groupStyles[group], value: part, label: `${Math.round(part)}%` }
            }),
          }))}
        />
      )}
    </ChartFrame>
  )
}
