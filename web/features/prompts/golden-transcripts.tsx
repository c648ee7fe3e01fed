import { useQuery } from '@tanstack/react-query'
import { Pencil, Plus, Trash2 } from 'lucide-react'
import { useRef, useState } from 'react'
import {
  deleteGoldenTranscript,
  type GoldenRow,
  listGoldenTranscripts,
} from '#contract/golden-transcripts.ts'
import { templateTypeLabel } from '#contract/prompts.ts'
import { useApiMutation } from '#web/form/use-api-mutation.ts'
import { formatCount } from '#web/lib/numbers.ts'
import { queryFor } from '#web/lib/query.ts'
import { ReadState } from '#web/parts/read-state.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { RowsSkeleton } from '#web/ui/rows-skeleton.tsx'
import { GoldenDialog } from './golden-dialog.tsx'

type Open = { what: 'form' | 'delete'; row?: GoldenRow; isOpen: boolean }

/** Transcripts that prompts are checked on before activation. */
export function GoldenTranscripts() {
  const query = useQuery(queryFor(listGoldenTranscripts, {}))
  const [open, setOpen] = useState<Open>()
  const add = useRef<HTMLButtonElement>(null)
  const dialogProps = (what: Open['what']) => ({
    isOpen: open?.what === what && open.isOpen,
    onClose: () => setOpen((it) => it && { ...it, isOpen: false }),
  })
  return (
    <>
      <div className="flex flex-wrap items-start justify-between gap-3">
        <p className="max-w-prose text-muted">
          Made-up conversations with expected results. A template is checked against those of its
          type before it’s activated.
        </p>
        <Button
          ref={add}
          variant="secondary"
          icon={Plus}
          onClick={() => setOpen({ what: 'form', isOpen: true })}
        >
          Add transcript
        </Button>
      </div>
      <ReadState
        read={query}
        loading={<RowsSkeleton label="Loading the golden transcripts" />}
        failed="The golden transcripts could not be loaded"
        notRefreshed="The golden transcripts could not be refreshed."
      >
        {(rows) =>
          rows.length ? (
            <ul className="mt-3 divide-y divide-line">
              {rows.map((row) => (
                <Row
                  key={row.id}
                  row={row}
                  onOpen={(what) => setOpen({ what, row, isOpen: true })}
                />
              ))}
            </ul>
          ) : (
            <p className="mt-3">
              No golden transcripts yet. Templates are activated without a check.
            </p>
          )
        }
      </ReadState>
      {open?.what === 'form' && (
        <GoldenDialog
          key={open.row?.id ?? 'new'}
          {...dialogProps('form')}
          {...(open.row && { id: open.row.id })}
        />
      )}
      {open?.what === 'delete' && open.row && (
        <DeleteGolden
          {...dialogProps('delete')}
          row={open.row}
          onDeleted={() => add.current?.focus()}
        />
      )}
    </>
  )
}

type RowProps = { row: GoldenRow; onOpen: (what: Open['what']) => void }

const Row = ({ row, onOpen }: RowProps) => (
  <li className="flex items-center justify-between gap-3 py-2.5">
    <div className="min-w-0">
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <span className="font-semibold break-words">{row.name}</span>
        <Badge tone="blue">{templateTypeLabel[row.type]}</Badge>
      </p>
      <p className="text-xs text-muted">{formatExpectations(row)}</p>
    </div>
    <span className="flex shrink-0 gap-1">
      <IconButton
        size="sm"
        icon={Pencil}
        label={`Edit ${row.name}`}
        onClick={() => onOpen('form')}
      />
      <IconButton
        size="sm"
        icon={Trash2}
        label={`Delete ${row.name}`}
        onClick={() => onOpen('delete')}
      />
    </span>
  </li>
)

const formatExpectations = ({ characters, values, quotes, forbidden }: GoldenRow) =>
  [
    `${formatCount(characters)} characters`,
    ...(values.length ? [`${values.length} ${values.length === 1 ? 'value' : 'values'}`] : []),
    ...(quotes.length ? [`${quotes.length} required`] : []),
    ...(forbidden.length ? [`${forbidden.length} forbidden`] : []),
  ].join(' · ')

type DeleteGoldenProps = {
  isOpen: boolean
  onClose: () => void
  /** Called when the row is gone. */
  onDeleted: () => void
  row: GoldenRow
}

function DeleteGolden({ isOpen, onClose, onDeleted, row }: DeleteGoldenProps) {
  const { send, isPending } = useApiMutation({
    mutationFn: ({ id }: GoldenRow, call) => call(deleteGoldenTranscript, { params: { id } }),
    successToast: (_, { name }) => ({ title: 'Golden transcript deleted', description: name }),
    errorToast: 'Failed to delete the golden transcript',
    onSuccess: onClose,
  })
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onClose={onClose}
      title={`Delete ${row.name}?`}
      description="Templates will no longer be checked against it. Past check results are kept. This cannot be undone."
      confirmLabel="Delete transcript"
      pendingLabel="Deleting..."
      isPending={isPending}
      onConfirm={() => void send(row).then(onDeleted, () => {})}
    />
  )
}
