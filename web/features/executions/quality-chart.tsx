import type { QualityFigures, QualityVersion } from '#contract/analysis-quality.ts'
import { formatCount } from '#web/lib/numbers.ts'
import { ChartFrame } from '#web/ui/chart-frame.tsx'
import { classNames } from '#web/ui/class-names.ts'
import {
  countOf,
  groupLooks,
  groups,
  partOf,
  type QualityGroup,
  versionName,
} from './quality-words.ts'

/** Bars beside each other at most: the newest versions. */
const mostBars = 8
/** The least height, in per cent of the plot, in which a number can be read. */
const readable = 9

type Told = QualityVersion & { figures: QualityFigures }
const isTold = (version: QualityVersion): version is Told => version.figures !== null

/** A bar for each version, from the older to the newer: which part of its values became what. */
export function QualityChart({ versions }: { versions: readonly QualityVersion[] }) {
  const shown = versions.filter(isTold).slice(0, mostBars).toReversed()
  const slot = 100 / shown.length
  const width = Math.min(0.6 * slot, 14)
  return (
    <ChartFrame
      label="Outcome of values by version"
      most={100}
      className="h-56"
      legend={groups.map((group) => groupLooks[group])}
      columns={shown.map((version) => ({
        key: version.id,
        label: versionName(version),
        isStrong: version.isActive,
        values: [
          { word: 'Values', value: formatCount(version.figures.values) },
          ...groups.map((group) => ({
            word: groupLooks[group].word,
            value: partOf(countOf(version.figures, group), version.figures.values),
          })),
        ],
      }))}
    >
      {(top) => (
        <svg className="size-full overflow-visible">
          {shown.map(({ id, figures }, index) => (
            <g key={id}>
              {partsOf(figures).map(({ group, from, part }) => (
                <g key={group}>
                  <rect
                    x={`${slot * (index + 0.5) - width / 2}%`}
                    width={`${width}%`}
                    y={`${100 - (100 * (from + part)) / top}%`}
                    height={`${(100 * part) / top}%`}
                    className={groupLooks[group].fill}
                  />
                  {part >= readable && (
                    <text
                      x={`${slot * (index + 0.5)}%`}
                      y={`${100 - (100 * (from + part / 2)) / top}%`}
                      dy="0.35em"
                      textAnchor="middle"
                      className={classNames('text-xs font-semibold', groupLooks[group].ink)}
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
function partsOf(figures: QualityFigures) {
  let from = 0
  return groups.flatMap((group): { group: QualityGroup; from: number; part: number }[] => {
    const part = (100 * countOf(figures, group)) / figures.values
    const begins = from
    from += part
    return part ? [{ group, from: begins, part }] : []
  })
}
