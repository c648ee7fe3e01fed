import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import {
  deletePersonExport,
  downloadPersonExport,
  exportHours,
  getPersonExport,
  type PersonExport as Archive,
  requestPersonExport,
} from '#contract/person-exports/person-exports.ts'
import { OwnActs } from '#web/features/accounts/auth/own-acts.tsx'
import { useApiMutation } from '#web/form/use-api-mutation.ts'
import { buildUrl } from '#web/lib/api.ts'
import { formatDateTime } from '#web/lib/dates.ts'
import { formatBytes } from '#web/lib/numbers.ts'
import { queryFor } from '#web/lib/query.ts'
import { ReadState } from '#web/parts/read-state.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'
import { Progress } from '#web/ui/progress.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

/** Milliseconds between two looks while an archive is being built. */
const pollMs = 3_000

type PersonExportProps = {
  clientId: string
  /** Where an administrator asks for it. */
  canIncludeNotes?: boolean
}

/** Requests an archive of everything about a person, and downloads it. */
export const PersonExport = (props: PersonExportProps) => (
  <OwnActs show="hidden">
    <LatestExport {...props} />
  </OwnActs>
)

function LatestExport({ clientId, canIncludeNotes = false }: PersonExportProps) {
  const sent = { params: { id: clientId } }
  const read = useQuery({
    ...queryFor(getPersonExport, sent),
    refetchInterval: ({ state }) => state.data?.latest?.status === 'waiting' && pollMs,
  })
  return (
    <ReadState
      read={read}
      loading={<Skeleton className="h-32" />}
      failed="The archive could not be loaded"
    >
      {({ latest }) => (
        <div className="flex flex-col gap-4">
          <output className="empty:hidden">{latest && <Status {...latest} />}</output>
          {latest?.status !== 'waiting' && (
            <Request {...{ clientId, canIncludeNotes }} isAgain={latest?.status === 'done'} />
          )}
        </div>
      )}
    </ReadState>
  )
}

function Status({ id, status, sizeBytes, progress, expiresAt, ...has }: Archive) {
  if (status === 'waiting')
    return (
      <div className="flex flex-col gap-3">
        <p>The archive is being prepared. You can leave this page and come back.</p>
        <div className="flex items-center gap-4">
          <Progress
            className="max-w-md"
            label="Archive"
            value={progress > 0 ? progress : undefined}
          />
          <Delete id={id} label="Cancel" />
        </div>
      </div>
    )
  if (status === 'failed')
    return <Banner tone="red">The archive could not be prepared. Please try again.</Banner>
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <Button asChild>
        <a href={buildUrl(downloadPersonExport, { params: { id } })} download>
          Download archive
        </a>
      </Button>
      <span className="text-muted">
        {sizeBytes !== null && formatBytes(sizeBytes)}
        {has.hasPassword && ', with your password'}
        {has.includesNotes && ', with private notes'}, until {formatDateTime(expiresAt)}
      </span>
      <Delete id={id} label="Delete archive" />
    </div>
  )
}

/** Cancels an archive that is being prepared, or deletes a finished one. */
function Delete({ id, label }: { id: string; label: string }) {
  const deleting = useApiMutation({
    mutationFn: (_sent: void, call) => call(deletePersonExport, { params: { id } }),
    errorToast: 'The archive could not be deleted. Please try again.',
  })
  return (
    <Button
      variant="secondary"
      size="sm"
      isPending={deleting.isPending}
      onClick={() => deleting.run()}
    >
      {label}
    </Button>
  )
}

type RequestProps = { clientId: string; canIncludeNotes: boolean; isAgain: boolean }

function Request({ clientId, canIncludeNotes, isAgain }: RequestProps) {
  const [password, setPassword] = useState('')
  const [includesNotes, setIncludesNotes] = useState(false)
  const requesting = useApiMutation({
    mutationFn: (_sent: void, call) =>
      call(requestPersonExport, { params: { id: clientId }, body: { password, includesNotes } }),
    isSecret: true,
    errorToast: 'The archive could not be requested. Please try again.',
    onSuccess: () => setPassword(''),
  })
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        requesting.run()
      }}
    >
      <Field
        className="mb-3 max-w-md"
        label="Password for the archive (optional)"
        hint={`Encrypts the archive. We don’t keep it: without it the archive can’t be opened. It opens with 7-Zip, WinZip or Keka. You can download the archive for ${exportHours} hours.`}
      >
        {(control) => (
          <Input
            {...control}
            type="password"
            autoComplete="new-password"
            maxLength={200}
            value={password}
            onChange={(event) => setPassword(event.target.value)}
          />
        )}
      </Field>
      {canIncludeNotes && (
        <Checkbox
          className="mb-4"
          label="Include private notes of coaches"
          checked={includesNotes}
          onCheckedChange={setIncludesNotes}
        />
      )}
      <Button type="submit" variant="secondary" isPending={requesting.isPending}>
        {isAgain ? 'Prepare a new archive' : 'Prepare archive'}
      </Button>
    </form>
  )
}
