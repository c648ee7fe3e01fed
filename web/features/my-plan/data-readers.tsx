import { useQuery } from '@tanstack/react-query'
import { type DataReader, listMyDataReaders, maxReaders } from '#contract/my-plan.ts'
import { formatDateTime } from '#web/lib/dates.ts'
import { queryFor } from '#web/lib/query.ts'
import { ReadState } from '#web/parts/read-state.tsx'
import { Card, CardHeader } from '#web/ui/card.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from '#web/ui/table.tsx'

/**
 * Who opened or changed the data, newest first (product decisions, section 4); `clientId` limits it to the plan of a
 * family member.
 */
export function DataReaders({ clientId }: { clientId?: string | undefined }) {
  return (
    <Card>
      <CardHeader
        title="Who opened my data"
        description={
          <span className="block max-w-prose">
            Your coach opens your plan to prepare your sessions, and an administrator sometimes to
            help. Each time is written down here, so that you always know. If something surprises
            you, ask your coach.
          </span>
        }
      />
      <ReadState
        read={useQuery(queryFor(listMyDataReaders, { query: { clientId } }))}
        loading={
          <>
            <Spinner label="Loading who opened your data" className="sr-only" />
            {/* No taller than the smallest result: at the end of a page, shrinking content shifts what is above. */}
            <Skeleton className="h-5" />
          </>
        }
        failed="The list could not be loaded"
      >
        {(readers) => <Readers readers={readers} />}
      </ReadState>
    </Card>
  )
}

function Readers({ readers }: { readers: DataReader[] }) {
  if (!readers.length) return <p className="text-muted">Nobody else has opened this data yet.</p>
  return (
    <>
      <Table label="Who opened my data">
        <TableHead>
          <TableHeader>Who</TableHeader>
          <TableHeader>What</TableHeader>
          <TableHeader className="max-md:hidden">When</TableHeader>
        </TableHead>
        <TableBody>
          {readers.map(({ id, at, who, role, actingFor, what, whose }) => (
            <TableRow key={id}>
              <TableCell isHeading>
                <span className="block font-semibold">{who}</span>
                <span className="block text-xs text-muted">
                  {role === 'Unknown' ? 'No longer here' : role}
                  {actingFor && `, acting for ${actingFor}`}
                </span>
              </TableCell>
              <TableCell>
                {what}
                {whose && <span className="block text-xs text-muted">of {whose}</span>}
                <span className="block text-xs md:hidden">
                  <At at={at} />
                </span>
              </TableCell>
              <TableCell className="whitespace-nowrap max-md:hidden">
                <At at={at} />
              </TableCell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
      {readers.length === maxReaders && (
        <p className="mt-3 text-xs text-muted">
          Showing the latest {maxReaders} entries. Ask your coach for older ones.
        </p>
      )}
    </>
  )
}

const At = ({ at }: { at: string }) => <time dateTime={at}>{formatDateTime(at)}</time>
