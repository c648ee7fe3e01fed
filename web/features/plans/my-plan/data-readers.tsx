import { type DataReader, listMyDataReaders } from '#contract/plans/my-plan.ts'
import { formatDate, formatDateTime } from '#web/lib/dates.ts'
import { useList } from '#web/lib/use-list.ts'
import { Card, CardHeader } from '#web/ui/card.tsx'
import { ListBody } from '#web/ui/list-body.tsx'
import { LoadMore } from '#web/ui/load-more.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from '#web/ui/table.tsx'

/**
 * Who opened or changed the data, newest first (docs/product.md, "Audit log"); `clientId` limits it to the plan
 * of a family member.
 */
export function DataReaders({ clientId }: { clientId?: string | undefined }) {
  const list = useList(listMyDataReaders, { clientId })
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
      <ListBody
        list={list}
        things="entries"
        countLine={list.match > 0 && 'Newest first'}
        skeleton={
          <>
            <Spinner label="Loading who opened your data" className="sr-only" />
            {/* No taller than the smallest result: at the end of a page, shrinking content shifts what is above. */}
            <Skeleton className="h-5" />
          </>
        }
        empty={<p className="text-muted">Nobody else has opened this data yet.</p>}
      >
        <Readers readers={list.rows} />
        <LoadMore list={list} />
      </ListBody>
    </Card>
  )
}

const Readers = ({ readers }: { readers: DataReader[] }) => (
  <Table label="Who opened my data">
    <TableHead>
      <TableHeader>Who</TableHeader>
      <TableHeader>What</TableHeader>
      <TableHeader className="max-md:hidden">When</TableHeader>
    </TableHead>
    <TableBody>
      {readers.map(({ id, at, who, role, signedInAs, what, sessionDate, whose }) => (
        <TableRow key={id}>
          <TableCell isHeading>
            <span className="block font-semibold">
              {who}
              {signedInAs && ` (${roleLabel(role).toLowerCase()}),`}
            </span>
            <span className="block text-xs text-muted">
              {signedInAs ? `signed in as ${signedInAs}` : roleLabel(role)}
            </span>
          </TableCell>
          <TableCell>
            {what}
            {sessionDate && (
              <span className="block text-xs text-muted">
                session of <time dateTime={sessionDate}>{formatDate(sessionDate)}</time>
              </span>
            )}
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
)

const roleLabel = (role: DataReader['role']) => (role === 'Unknown' ? 'No longer here' : role)

const At = ({ at }: { at: string }) => <time dateTime={at}>{formatDateTime(at)}</time>
