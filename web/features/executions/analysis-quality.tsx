import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { CircleCheck } from 'lucide-react'
import { analysisTypes } from '#contract/analysis/analysis.ts'
import {
  type AnalysisQuality as Quality,
  minComparedValues,
  readAnalysisQuality,
} from '#contract/analysis/analysis-quality.ts'
import { useUrlState } from '#web/lib/url-state.ts'
import { formatCount } from '#web/lib/numbers.ts'
import { queryFor } from '#web/lib/query.ts'
import { Filters } from '#web/parts/filters.tsx'
import { BackLink } from '#web/parts/page-state.tsx'
import { ReadState } from '#web/parts/read-state.tsx'
import { paths } from '#web/paths.ts'
import { Banner } from '#web/ui/banner.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { qualityFilters } from './quality-filters.ts'
import { QualitySection } from './quality-section.tsx'

/** The quality of analyses, by what people decided about the values they found. Shows nothing about a single client. */
export function AnalysisQuality() {
  const { values: filters, change } = useUrlState(readAnalysisQuality.query)
  const quality = useQuery({
    ...queryFor(readAnalysisQuality, { query: filters }),
    placeholderData: keepPreviousData,
  })
  const isFiltered = Object.keys(filters).length > 0
  return (
    <>
      <BackLink to={`${paths.settings}?tab=executions`}>Back to AI Execution Logs</BackLink>
      <h2 className="mt-2 text-lg">Analysis Quality</h2>
      <p className="mb-5 text-muted">
        How people judged the values that analysis found, by prompt version.
      </p>
      <Filters
        url={{ filters, setFilters: change }}
        fields={qualityFilters(filters, quality.data?.choices)}
      />
      <ReadState
        read={quality}
        loading={
          <div className="flex flex-col gap-6">
            <Spinner label="Loading the figures" className="sr-only" />
            <Skeleton className="h-80" />
            <Skeleton className="h-56" />
          </div>
        }
        failed="The figures could not be loaded"
        notRefreshed="The figures could not be refreshed."
      >
        {(it) => (
          <div aria-busy={quality.isPlaceholderData} className="flex flex-col gap-6">
            {it.versions.length ? (
              <Sections {...it} />
            ) : (
              <EmptyState
                icon={CircleCheck}
                title={isFiltered ? 'No matching values' : 'Nothing analyzed yet'}
                hint={
                  isFiltered
                    ? 'No values match these filters.'
                    : 'Results appear here, by prompt version, once sessions are analyzed and people confirm, correct or reject the values.'
                }
              />
            )}
          </div>
        )}
      </ReadState>
    </>
  )
}

const Sections = ({ versions, minimumGroup }: Quality) => (
  <>
    {analysisTypes.map((type) => {
      const some = versions.filter((it) => it.type === type)
      return (
        some.length > 0 && (
          <QualitySection key={type} type={type} versions={some} minGroup={minimumGroup} />
        )
      )
    })}
    <Banner tone="neutral">
      Groups under {formatCount(minimumGroup)} clients are hidden and left out of totals. Shares
      show a 95% confidence interval. A version is compared with the one before it once both have{' '}
      {minComparedValues} values, and called better or worse only if the difference is significant.
      Values without a client quote are unverified. Corrections show the median and interquartile
      range.
    </Banner>
  </>
)
