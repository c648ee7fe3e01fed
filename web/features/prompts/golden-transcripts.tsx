import { useQuery } from '@tanstack/react-query'
import { Pencil, Plus, Trash2 } from 'lucide-react'
import { useRef } from 'react'
import {
  deleteGoldenTranscript,
  type GoldenRow,
  listGoldenTranscripts,
} from '#contract/prompts/golden-transcripts.ts'
import { templateTypeLabel } from '#contract/prompts/prompts.ts'
import { formatCount } from '#web/lib/numbers.ts'
import { queryFor } from '#web/lib/query.ts'
import { DeleteDialog } from '#web/parts/delete-dialog.tsx'
import { ReadState } from '#web/parts/read-state.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { RowsSkeleton } from '#web/ui/rows-skeleton.tsx'
import { useDialog } from '#web/ui/use-dialog.ts'
import { GoldenDialog } from './golden-dialog.tsx'

type Action = 'edit' | 'delete'

/** Transcripts that prompts are checked on before activation. */
export function GoldenTranscripts() {
  const query = useQuery(queryFor(listGoldenTranscripts, {}))
  const dialog = useDialog<{ action: Action; row?: GoldenRow }>()
  const add = useRef<HTMLButtonElement>(null)
  const { action, row: chosen } = dialog.value ?? {}
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
          onClick={() => dialog.open({ action: 'edit' })}
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
                <Row key={row.id} row={row} onAct={(act) => dialog.open({ action: act, row })} />
              ))}
            </ul>
          ) : (
            <p className="mt-3">
              No golden transcripts yet. Templates are activated without a check.
            </p>
          )
        }
      </ReadState>
      {action === 'edit' && (
        <GoldenDialog
          key={chosen?.id ?? 'new'}
          {...dialog.props}
          {...(chosen && { id: chosen.id })}
        />
      )}
      {action === 'delete' && chosen && (
        <DeleteDialog
          {...dialog.props}
          title={`Delete ${chosen.name}?`}
          description="Templates will no longer be checked against it. Past check results are kept. This cannot be undone."
          confirmLabel="Delete transcript"
          mutationFn={(call) => call(deleteGoldenTranscript, { params: { id: chosen.id } })}
          successToast={{ title: 'Golden transcript deleted', description: chosen.name }}
          errorToast="Failed to delete the golden transcript"
          onDeleted={() => add.current?.focus()}
        />
      )}
    </>
  )
}

type RowProps = { row: GoldenRow; onAct: (action: Action) => void }

const Row = ({ row, onAct }: RowProps) => (
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
        onClick={() => onAct('edit')}
      />
      <IconButton
        size="sm"
        icon={Trash2}
        label={`Delete ${row.name}`}
        onClick={() => onAct('delete')}
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
