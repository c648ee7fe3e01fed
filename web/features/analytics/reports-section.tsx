import { useQuery } from '@tanstack/react-query'
import { FileSpreadsheet, FileText } from 'lucide-react'
import { formatPeriod } from '#contract/analytics/figure-words.ts'
import { downloadReport, listReports, type ReportFormat } from '#contract/analytics/reports.ts'
import { useDownload } from '#web/form/use-download.ts'
import { buildUrl } from '#web/lib/api.ts'
import { useCsvSeparator } from '#web/lib/csv-separator.ts'
import { queryFor } from '#web/lib/query.ts'
import { ReadState } from '#web/parts/read-state.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card, CardHeader } from '#web/ui/card.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

/** The quarters of an organization, each as PDF and as CSV. */
export const ReportsSection = ({ organizationId }: { organizationId: string }) => (
  <Card aria-label="Reports">
    <CardHeader
      title="Reports"
      description="Two pages about each quarter. They stay as they were published."
    />
    <ReadState
      read={useQuery(queryFor(listReports, { params: { id: organizationId } }))}
      loading={<Skeleton className="h-10" />}
      failed="The reports could not be loaded"
    >
      {(reports) =>
        reports.length === 0 ? (
          <p className="max-w-prose text-muted">
            The first report comes on the day after a quarter with enough people.
          </p>
        ) : (
          <ul className="divide-y divide-line">
            {reports.map(({ quarter }) => (
              <Report key={quarter} organizationId={organizationId} quarter={quarter} />
            ))}
          </ul>
        )
      }
    </ReadState>
  </Card>
)

type ReportProps = { organizationId: string; quarter: string }

function Report({ organizationId, quarter }: ReportProps) {
  const { separator } = useCsvSeparator()
  const name = formatPeriod(quarter)
  return (
    <li className="flex flex-wrap items-center justify-between gap-2 py-2 first:pt-0 last:pb-0">
      <span className="font-semibold">{name}</span>
      <span className="flex gap-2">
        {(['pdf', 'csv'] as const).map((format) => (
          <Download
            key={format}
            format={format}
            name={name}
            url={buildUrl(downloadReport, {
              params: { id: organizationId, quarter },
              query: { format, ...(format === 'csv' && { separator }) },
            })}
          />
        ))}
      </span>
    </li>
  )
}

type DownloadProps = { format: ReportFormat; name: string; url: string }

function Download({ format, name, url }: DownloadProps) {
  const { download, isPending } = useDownload('The report could not be downloaded.')
  return (
    <Button
      variant="secondary"
      size="sm"
      icon={format === 'pdf' ? FileText : FileSpreadsheet}
      isPending={isPending}
      onClick={() => download(url)}
    >
      {format.toUpperCase()}
      <span className="sr-only"> of {name}</span>
    </Button>
  )
}
