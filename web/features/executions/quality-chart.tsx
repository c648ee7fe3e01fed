import type { QualityFigures, QualityVersion } from '#contract/analysis-quality.ts'
import { formatCount } from '#web/lib/numbers.ts'
import { ChartFrame } from '#web/ui/chart-frame.tsx'
import { classNames } from '#web/ui/class-names.ts'
import {
  countGroup,
  groupStyles,
  groups,
  formatPart,
  type QualityGroup,
  formatVersionName,
} from './quality-format.ts'

/** Bars beside each other at most: the newest versions. */
const maxBars = 8
/** The least height, in per cent of the plot, in which a number can be read. */
const minLabelHeight = 9

type VersionWithFigures = QualityVersion & { figures: QualityFigures }
const hasFigures = (version: QualityVersion): version is VersionWithFigures =>
  version.figures !== null

/** A bar for each version, from the older to the newer: which part of its values became what. */
export function QualityChart({ versions }: { versions: readonly QualityVersion[] }) {
  const shown = versions.filter(hasFigures).slice(0, maxBars).toReversed()
  const slot = 100 / shown.length
  const width = Math.min(0.6 * slot, 14)
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
        <svg className="size-full overflow-visible">
          {shown.map(({ id, figures }, index) => (
            <g key={id}>
              {stackParts(figures).map(({ group, from, part }) => (
                <g key={group}>
                  <rect
                    x={`${slot * (index + 0.5) - width / 2}%`}
                    width={`${width}%`}
                    y={`${100 - (100 * (from + part)) / top}%`}
                    height={`${(100 * part) / top}%`}
                    className={groupStyles[group].fill}
                  />
                  {part >= minLabelHeight && (
                    <text
                      x={`${slot * (index + 0.5)}%`}
                      y={`${100 - (100 * (from + part / 2)) / top}%`}
                      dy="0.35em"
                      textAnchor="middle"
                      className={classNames('text-xs font-semibold', groupStyles[group].ink)}
                    >
                      {Math.round(part)}%
                    </text>
                  )}
                </g>
              ))}
            </g>
          ))}
          <line x1="0" x2="100%" y1="100%" y2="100%" className="stroke-outline" />
        </svg>
      )}
    </ChartFrame>
  )
}

/** The parts of a bar in per cent, each where the one below it ends. */
function stackParts(figures: QualityFigures) {
  let from = 0
  return groups.flatMap((group): { group: QualityGroup; from: number; part: number }[] => {
    const part = (100 * countGroup(figures, group)) / figures.values
    const begins = from
    from += part
    return part ? [{ group, from: begins, part }] : []
  })
}
