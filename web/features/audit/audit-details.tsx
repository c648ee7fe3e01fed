import type { AuditEntry } from '#contract/audit/audit.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { FactLine, FactLines } from '#web/ui/facts.tsx'
import { formatAction, formatPerson, formatSubject, listDetails } from './audit-labels.ts'

type AuditDetailsProps = {
  entry: AuditEntry
  isOpen: boolean
  onClose: () => void
  onRow: (row: string) => void
}

export function AuditDetails({ entry, isOpen, onClose, onRow }: AuditDetailsProps) {
  const { rowId } = entry
  const row = formatSubject({ ...entry, details: {} })
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title={formatAction(entry.action)}
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
              Show all entries for this row
            </Button>
          )}
          <Button onClick={onClose}>Close details</Button>
        </>
      }
    >
      <FactLines className="grid grid-cols-[9rem_1fr] gap-x-4 gap-y-3 max-md:grid-cols-1 max-md:gap-y-1 max-md:[&>dt]:mt-2 max-md:[&>dt]:text-xs">
        <FactLine name="Time">
          <time dateTime={entry.createdAt}>{exact.format(new Date(entry.createdAt))}</time>
        </FactLine>
        <FactLine name="Person">
          {formatPerson(entry.userId, entry.userName)}
          <Id id={entry.userId} />
        </FactLine>
        {entry.originalUserId !== null && (
          <FactLine name="Administrator">
            {formatPerson(entry.originalUserId, entry.originalUserName)}
            <Id id={entry.originalUserId} />
          </FactLine>
        )}
        {rowId !== null && (
          <FactLine name="Row">
            {row.subject}
            <span className="block text-xs text-muted">{row.rest}</span>
            <Id id={rowId} />
          </FactLine>
        )}
        <FactLine name="Address">{entry.address ?? 'Unknown'}</FactLine>
        {listDetails(entry).map(({ name, value }) => (
          <FactLine key={name} name={name}>
            {value}
          </FactLine>
        ))}
        <FactLine name="Entry">
          <Id id={entry.id} />
        </FactLine>
      </FactLines>
    </Dialog>
  )
}

/** With seconds, because the order of entries can matter. */
const exact = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'long' })

const Id = ({ id }: { id: string | null }) =>
  id && <span className="block text-xs break-all text-muted">ID: {id}</span>
