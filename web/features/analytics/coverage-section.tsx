import type { ReactNode } from 'react'
import type { Analytics } from '#contract/analytics/analytics.ts'
import { formatCount, formatMoney, formatPercent } from '#web/lib/numbers.ts'
import { Card, CardHeader } from '#web/ui/card.tsx'
import { SuppressedFigure } from '#web/ui/suppressed-figure.tsx'
import { SampleMark } from './small-groups.tsx'

type CoverageSectionProps = Pick<Analytics, 'coverage' | 'currency' | 'isSample'>

/** See docs/product.md, "Organizations". */
export const CoverageSection = ({ coverage, currency, isSample }: CoverageSectionProps) => (
  <Card aria-label="Coverage">
    <CardHeader
      title="Coverage"
      description="Share of eligible employees enrolled, and cost."
      actions={isSample && <SampleMark />}
    />
    <div className="flex flex-wrap items-center gap-x-12 gap-y-6">
      <div className="flex items-center gap-5">
        {coverage.coveragePercent !== null && (
          <div className="relative size-32 shrink-0">
            <CoverageRing percent={coverage.coveragePercent} />
            <p className="absolute inset-0 flex items-center justify-center text-lg font-semibold tabular-nums">
              {formatPercent(coverage.coveragePercent)}
            </p>
          </div>
        )}
        <div>
          <p className="text-muted">Enrollment coverage</p>
          <p className="font-semibold tabular-nums">
            {coverage.enrolled === null ? (
              <>
                <SuppressedFigure /> of {formatCount(coverage.eligible)} eligible
              </>
            ) : (
              `${formatCount(coverage.enrolled)} of ${formatCount(coverage.eligible)} eligible`
            )}
          </p>
        </div>
      </div>
      <dl className="grid flex-1 basis-96 grid-cols-3 gap-6 max-md:basis-full max-md:grid-cols-1 max-md:gap-4">
        <Cost name="Total monthly cost" note="for all eligible employees">
          {formatMoney(coverage.totalMonthlyCost, currency)}
        </Cost>
        <Cost name="Cost per patient" note="per eligible employee per month">
          {formatMoney(coverage.costPerPatient, currency)}
        </Cost>
        <Cost name="Cost per session" note="average 30-45 minute session">
          {formatMoney(coverage.costPerSession, currency)}
        </Cost>
      </dl>
    </div>
  </Card>
)

/** `percent` is 0 to 100. */
const CoverageRing = ({ percent }: { percent: number }) => (
  <svg
    viewBox="-50 -50 100 100"
    aria-hidden="true"
    className="size-full -rotate-90 fill-none stroke-10"
  >
    <circle r="44" className="stroke-line" />
    {percent > 0 && (
      <circle
        r="44"
        pathLength="100"
        strokeDasharray={`${Math.min(100, percent)} 100`}
        className="stroke-brand"
      />
    )}
  </svg>
)

type CostProps = { name: string; note: string; children: ReactNode }

const Cost = ({ name, note, children }: CostProps) => (
  <div>
    <dt className="text-muted">{name}</dt>
    <dd>
      <span className="block text-lg font-semibold tabular-nums">{children}</span>
      <span className="text-xs text-muted">{note}</span>
    </dd>
  </div>
)
