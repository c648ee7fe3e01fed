import type { ReactNode } from 'react'
import type { AuditEntry } from '#contract/audit.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { actionInWords, personInWords } from './audit-words.ts'

type AuditDetailsProps = {
  entry: AuditEntry
  isOpen: boolean
  onClose: () => void
  onRow: (row: string) => void
}

/** Everything that the log kept of one entry, with both ids of an impersonation. */
export function AuditDetails({ entry, isOpen, onClose, onRow }: AuditDetailsProps) {
  const { rowId } = entry
  return (
    <Dialog
      isOpen={isOpen}
      onOpenChange={(next) => {
        if (!next) onClose()
      }}
      title={actionInWords(entry.action)}
      footer={
        <>
          {rowId !== null && (
            <Button
              variant="secondary"
              onClick={() => {
                onRow(rowId)
                onClose()
              }}
            >
              Show all entries of this row
            </Button>
          )}
          <Button onClick={onClose}>Close details</Button>
        </>
      }
    >
      <dl className="grid grid-cols-[9rem_1fr] gap-x-4 gap-y-3 max-md:grid-cols-1 max-md:gap-y-1">
        <Fact name="Time">
          <time dateTime={entry.createdAt}>{exact.format(new Date(entry.createdAt))}</time>
        </Fact>
        <Fact name="Person">
          {personInWords(entry.userId, entry.userName)}
          <Id id={entry.userId} />
        </Fact>
        {entry.originalUserId !== null && (
          <Fact name="Administrator">
            {personInWords(entry.originalUserId, entry.originalUserName)}
            <Id id={entry.originalUserId} />
          </Fact>
        )}
        {rowId !== null && (
          <Fact name="Row">
            {entry.tableName}
            <Id id={rowId} />
          </Fact>
        )}
        <Fact name="Address">{entry.address ?? 'Unknown'}</Fact>
        {Object.entries(entry.details).map(([name, value]) => (
          <Fact key={name} name={name}>
            {String(value)}
          </Fact>
        ))}
        <Fact name="Entry">
          <Id id={entry.id} />
        </Fact>
      </dl>
    </Dialog>
  )
}

/** To the second: what happened first may matter. */
const exact = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'long' })

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <>
    <dt className="text-muted max-md:mt-2 max-md:text-xs">{name}</dt>
    <dd className="min-w-0 break-words">{children}</dd>
  </>
)

const Id = ({ id }: { id: string | null }) =>
  id && <span className="block text-xs break-all text-muted">ID: {id}</span>
