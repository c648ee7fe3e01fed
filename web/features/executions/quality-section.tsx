import type { AnalysisType } from '#contract/analysis/analysis.ts'
import type {
  QualityMetric,
  QualityVersion,
  QualityFigures,
} from '#contract/analysis/analysis-quality.ts'
import { templateTypeLabel } from '#contract/prompts/prompts.ts'
import { formatCount } from '#web/lib/numbers.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { Card } from '#web/ui/card.tsx'
import { Collapsible } from '#web/ui/collapsible.tsx'
import { StackedBars } from '#web/ui/chart-bars.tsx'
import { ChartFrame } from '#web/ui/chart-frame.tsx'
import { QualityTable } from './quality-table.tsx'
import {
  formatVersionName,
  formatWarnings,
  countGroup,
  groupStyles,
  groups,
  formatPart,
} from './quality-format.ts'

type QualitySectionProps = {
  type: AnalysisType
  versions: readonly QualityVersion[]
  minGroup: number
}

/** The versions of one type as a chart and a table, each with its metrics on demand. */
export function QualitySection({ type, versions, minGroup }: QualitySectionProps) {
  const title = templateTypeLabel[type]
  return (
    <section aria-label={title} className="flex min-w-0 flex-col gap-4">
      <h3 className="text-base">{title}</h3>
      {versions.map((version) => (
        <Warning key={version.id} version={version} />
      ))}
      {versions.some(({ figures }) => figures) && (
        <Card aria-label={`${title} in bars`}>
          <QualityChart versions={versions} />
        </Card>
      )}
      <QualityTable
        label={`${title} by version`}
        of="Version"
        minGroup={minGroup}
        rows={versions.map((it) => ({ ...it, name: <VersionName version={it} /> }))}
      />
      {type === 'metric_extraction' &&
        versions.map((version) => (
          <Metrics key={version.id} version={version} minGroup={minGroup} />
        ))}
    </section>
  )
}

const Warning = ({ version }: { version: QualityVersion }) => {
  const warnings = formatWarnings(version)
  if (!warnings.length) return null
  return (
    <Banner tone="amber">
      <strong>
        {version.name}, {formatVersionName(version).toLowerCase()}, performs worse than the previous
        version.
      </strong>{' '}
      {warnings.join(' ')}
    </Banner>
  )
}

const VersionName = ({ version }: { version: QualityVersion }) => {
  const { name, versionNumber, isActive, isBuiltIn, models } = version
  return (
    <>
      <span className="flex flex-wrap items-center gap-x-2">
        <span className="font-semibold">{formatVersionName(version)}</span>
        {isActive && <Badge tone="brand">In use</Badge>}
      </span>
      {versionNumber !== null && <span className="block break-words text-muted">{name}</span>}
      {!isBuiltIn && models.length > 0 && (
        <span className="block text-xs break-words text-muted">{models.join(', ')}</span>
      )}
    </>
  )
}

function Metrics({ version, minGroup }: { version: QualityVersion; minGroup: number }) {
  const { metrics, hiddenMetrics, before } = version
  if (!metrics.length) return null
  const own = metrics.length === 1 ? '1 metric' : `${formatCount(metrics.length)} metrics`
  const title = `${formatVersionName(version)} by metric`
  return (
    <Collapsible title={title} summary={own}>
      <QualityTable
        label={version.versionNumber === null ? title : `${version.name}, ${title.toLowerCase()}`}
        of="Metric"
        minGroup={minGroup}
        rows={metrics.map((it) => ({
          id: it.key ?? 'others',
          unit: it.unit,
          figures: it.figures,
          before,
          name: metricLabel(it),
        }))}
      />
      {hiddenMetrics > 0 && (
        <p className="mt-3 text-muted">
          {hiddenMetrics === 1 ? 'One more metric' : `${formatCount(hiddenMetrics)} more metrics`}{' '}
          hidden: fewer than {formatCount(minGroup)} clients.
        </p>
      )}
    </Collapsible>
  )
}

const metricLabel = ({ key, label }: QualityMetric) =>
  label ?? (key === null ? 'Other metrics, with few clients each' : 'Metrics not requested')

/** Older versions are left out. */
const maxBars = 8

type VersionWithFigures = QualityVersion & { figures: QualityFigures }
const hasFigures = (version: QualityVersion): version is VersionWithFigures =>
  version.figures !== null

/** A bar per version, oldest first, divided by the outcome of its values. */
function QualityChart({ versions }: { versions: readonly QualityVersion[] }) {
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
