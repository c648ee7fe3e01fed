import { useQuery, useQueryClient } from '@tanstack/react-query'
import { FileUp } from 'lucide-react'
import { useRef, useState } from 'react'
import {
  accessGraceDays,
  deleteEmployeeList,
  type EmployeeList,
  type EmployeeListPreview,
  getEmployeeList,
  maxEmployees,
  maxListCharacters,
  previewEmployeeList,
  putEmployeeList,
  undoEmployeeList,
} from '#contract/organizations/employee-list.ts'
import { useApiMutation } from '#web/form/use-api-mutation.ts'
import { formatDateTime } from '#web/lib/dates.ts'
import { formatCount } from '#web/lib/numbers.ts'
import { queryFor } from '#web/lib/query.ts'
import { ReadState } from '#web/parts/read-state.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card, CardHeader } from '#web/ui/card.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { useToast } from '#web/ui/toast.tsx'
import { decodeTable } from './decode-table.ts'

type ListProps = { organizationId: string }

/** The work addresses that may register; who has is never shown. */
export const EmployeeListCard = ({ organizationId }: ListProps) => (
  <Card aria-label="Employees’ list">
    <CardHeader
      title="Employees’ list"
      description="Optional. With a list, only these work addresses can register with the link. Nobody sees who has."
    />
    <ReadState
      read={useQuery(queryFor(getEmployeeList, { params: { id: organizationId } }))}
      loading={<Skeleton className="h-20" />}
      failed="The employees’ list could not be loaded"
    >
      {(list) => <List organizationId={organizationId} list={list} />}
    </ReadState>
  </Card>
)

function List({ organizationId, list }: ListProps & { list: EmployeeList }) {
  const { addresses, changedAt, canUndo } = list
  const [chosen, setChosen] = useState<Chosen>()
  const [isDeleting, setDeleting] = useState(false)
  const onSaved = useSaved(organizationId)
  const target = { params: { id: organizationId } }
  const undo = useApiMutation({
    mutationFn: (_nothing: void, call) => call(undoEmployeeList, target),
    onSuccess: onSaved,
    successToast: () => ({ title: 'Change undone' }),
    errorToast: 'Failed to undo the change. Please try again.',
  })
  const remove = useApiMutation({
    mutationFn: (_nothing: void, call) => call(deleteEmployeeList, target),
    onSuccess: (now) => {
      onSaved(now)
      setDeleting(false)
    },
    successToast: () => ({ title: 'List deleted' }),
    errorToast: 'Failed to delete the list. Please try again.',
  })
  return (
    <>
      <p className="font-semibold">
        {addresses === null ? 'No list' : `${formatCount(addresses)} ${nounFor(addresses)}`}
      </p>
      <p className="text-muted">
        {addresses === null || changedAt === null
          ? 'Everybody with the link can register.'
          : `Changed on ${formatDateTime(changedAt)}.`}
      </p>
      <div className="mt-3 flex flex-wrap gap-2">
        <ChooseFile organizationId={organizationId} onChosen={setChosen} />
        {canUndo && (
          <Button variant="secondary" isPending={undo.isPending} onClick={() => undo.run()}>
            Undo last change
          </Button>
        )}
        {addresses !== null && (
          <Button variant="secondary" onClick={() => setDeleting(true)}>
            Delete list
          </Button>
        )}
      </div>
      {chosen && (
        <Preview
          organizationId={organizationId}
          chosen={chosen}
          isFirst={addresses === null}
          onClose={() => setChosen(undefined)}
        />
      )}
      <ConfirmDialog
        isOpen={isDeleting}
        onClose={() => setDeleting(false)}
        title="Delete the employees’ list?"
        description="Everybody with the link can register then. Nobody loses access."
        confirmLabel="Delete list"
        pendingLabel="Deleting..."
        isPending={remove.isPending}
        onConfirm={() => remove.run()}
      />
    </>
  )
}

const nounFor = (count: number) => (count === 1 ? 'address' : 'addresses')

function useSaved(id: string) {
  const queries = useQueryClient()
  return (list: EmployeeList) =>
    queries.setQueryData(queryFor(getEmployeeList, { params: { id } }).queryKey, list)
}

type Chosen = { text: string; name: string; preview: EmployeeListPreview }

function ChooseFile({
  organizationId,
  onChosen,
}: ListProps & { onChosen: (chosen: Chosen) => void }) {
  const input = useRef<HTMLInputElement>(null)
  const toast = useToast()
  const preview = useApiMutation({
    mutationFn: ({ text }: { text: string; name: string }, call) =>
      call(previewEmployeeList, { params: { id: organizationId }, body: { text } }),
    onSuccess: (found, { text, name }) => onChosen({ text, name, preview: found }),
    errorToast: 'The file could not be read. Please try again.',
  })
  async function read(file: File) {
    // Of UTF-16, every character has two bytes.
    if (file.size > 2 * maxListCharacters)
      return toast({
        title: 'The file is too large',
        description: `A list has at most ${formatCount(maxEmployees)} addresses.`,
        tone: 'destructive',
      })
    const text = decodeTable(new Uint8Array(await file.arrayBuffer()))
    preview.run({ text, name: file.name })
  }
  return (
    <>
      <input
        ref={input}
        type="file"
        accept=".csv,.txt,.tsv,text/csv,text/plain"
        hidden
        aria-label="File with work addresses"
        onChange={({ target }) => {
          const [file] = target.files ?? []
          if (file) void read(file)
          // The same file can be chosen again.
          target.value = ''
        }}
      />
      <Button
        variant="secondary"
        icon={FileUp}
        isPending={preview.isPending}
        pendingLabel="Reading..."
        onClick={() => input.current?.click()}
      >
        Choose CSV file
      </Button>
    </>
  )
}

type PreviewProps = ListProps & { chosen: Chosen; isFirst: boolean; onClose: () => void }

/** What a file would change, before it does. */
function Preview({ organizationId, chosen, isFirst, onClose }: PreviewProps) {
  const { text, name, preview } = chosen
  const { addresses, added, removed, duplicates, unreadable, unreadableLines } = preview
  const onSaved = useSaved(organizationId)
  const save = useApiMutation({
    mutationFn: (_nothing: void, call) =>
      call(putEmployeeList, { params: { id: organizationId }, body: { text } }),
    onSuccess: (now) => {
      onSaved(now)
      onClose()
    },
    successToast: () => ({ title: 'List saved', description: 'You can undo it for a day.' }),
    errorToast: 'Failed to save the list. Please try again.',
  })
  const facts: [label: string, value: string][] = [
    ['Addresses', formatCount(addresses)],
    ...(isFirst
      ? []
      : ([
          ['New', formatCount(added)],
          ['No longer on the list', formatCount(removed)],
        ] as [string, string][])),
    ...(duplicates ? ([['Repeated', formatCount(duplicates)]] as [string, string][]) : []),
  ]
  return (
    <Dialog
      isOpen
      onClose={() => {
        if (!save.isPending) onClose()
      }}
      title="Save this list?"
      description={name}
      footer={
        <>
          <Button variant="secondary" disabled={save.isPending} onClick={onClose}>
            Cancel
          </Button>
          <Button isPending={save.isPending} pendingLabel="Saving..." onClick={() => save.run()}>
            Save list
          </Button>
        </>
      }
    >
      <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-2">
        {facts.map(([label, value]) => (
          <div key={label} className="contents">
            <dt className="text-muted">{label}</dt>
            <dd className="font-semibold tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
      {unreadable > 0 && (
        <p className="mt-3">
          {formatCount(unreadable)} {unreadable === 1 ? 'line has' : 'lines have'} no address:{' '}
          {unreadableLines.join(', ')}
          {unreadable > unreadableLines.length && ' and more'}.
        </p>
      )}
      <p className="mt-3 max-w-prose text-muted">
        People with an account whose address is not on the list keep access for {accessGraceDays}{' '}
        days and are told. Addresses are stored so that nobody can read them back: keep your file.
      </p>
    </Dialog>
  )
}
