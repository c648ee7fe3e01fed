import { useQuery } from '@tanstack/react-query'
import { Plus, Trash2 } from 'lucide-react'
import { useRef, useState } from 'react'
import { type ApiToken, deleteApiToken, listApiTokens } from '#contract/api-tokens.ts'
import { useApiMutation } from '#web/form/use-api-mutation.ts'
import { formatDate } from '#web/lib/dates.ts'
import { queryFor } from '#web/lib/query.ts'
import { ReadState } from '#web/parts/read-state.tsx'
import { SecretDialog } from '#web/parts/secret-dialog.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card, CardHeader } from '#web/ui/card.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { lazyComponent } from '#web/ui/lazy-component.tsx'
import { RowsSkeleton } from '#web/ui/rows-skeleton.tsx'
import { formatScopes } from './token-labels.ts'

const CreateToken = lazyComponent(
  async () => (await import('./create-token.tsx')).CreateToken,
  'The form could not be loaded.',
)

/** Tokens with which programs call the API. */
export function ApiTokens() {
  const tokens = useQuery(queryFor(listApiTokens, {}))
  const [creating, setCreating] = useState<boolean>()
  const [created, setCreated] = useState<string>()
  const [deleting, setDeleting] = useState<{ token: ApiToken; isOpen: boolean }>()
  const add = useRef<HTMLButtonElement>(null)
  return (
    <Card aria-label="API tokens">
      <CardHeader
        title="API tokens"
        description={
          <>
            For programs that call the{' '}
            <a href="/api/docs" className="text-brand-ink underline">
              API
            </a>{' '}
            in an administrator’s name.
          </>
        }
        actions={
          <Button
            ref={add}
            variant="secondary"
            size="sm"
            icon={Plus}
            onClick={() => setCreating(true)}
          >
            Create token
          </Button>
        }
      />
      <ReadState
        read={tokens}
        loading={<RowsSkeleton label="Loading the API tokens" />}
        failed="The API tokens could not be loaded"
      >
        {(rows) =>
          rows.length ? (
            <ul className="divide-y divide-line">
              {rows.map((token) => (
                <TokenRow
                  key={token.id}
                  token={token}
                  isExpired={Date.parse(token.expiresAt) < tokens.dataUpdatedAt}
                  onDelete={() => setDeleting({ token, isOpen: true })}
                />
              ))}
            </ul>
          ) : (
            <p className="text-muted">No API tokens yet.</p>
          )
        }
      </ReadState>
      {creating !== undefined && (
        <CreateToken
          isOpen={creating}
          onClose={() => setCreating(false)}
          onCreated={({ token }) => setCreated(token)}
        />
      )}
      <SecretDialog
        name="token"
        description="Whoever has it can use it."
        secret={created}
        onClose={() => setCreated(undefined)}
      />
      {deleting && (
        <DeleteToken
          {...deleting}
          onClose={() => setDeleting({ ...deleting, isOpen: false })}
          onDeleted={() => add.current?.focus()}
        />
      )}
    </Card>
  )
}

type TokenRowProps = { token: ApiToken; isExpired: boolean; onDelete: () => void }

function TokenRow({ token, isExpired, onDelete }: TokenRowProps) {
  const { name, scopes, createdBy, createdAt, expiresAt, lastUsedAt } = token
  return (
    <li className="flex items-start justify-between gap-3 py-3 first:pt-0 last:pb-0">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="font-semibold break-words">{name}</span>
          {isExpired && <Badge tone="amber">Expired</Badge>}
        </p>
        <p>{formatScopes(scopes)}</p>
        <p className="text-xs text-muted">
          Created {createdBy && `by ${createdBy} `}on {formatDate(createdAt)} ·{' '}
          {isExpired ? 'Expired' : 'Expires'} on {formatDate(expiresAt)} ·{' '}
          {lastUsedAt ? `Last used on ${formatDate(lastUsedAt)}` : 'Never used'}
        </p>
      </div>
      <IconButton size="sm" icon={Trash2} label={`Delete ${name}`} onClick={onDelete} />
    </li>
  )
}

type DeleteTokenProps = {
  token: ApiToken
  isOpen: boolean
  onClose: () => void
  onDeleted: () => void
}

function DeleteToken({ token, isOpen, onClose, onDeleted }: DeleteTokenProps) {
  const { send, isPending } = useApiMutation({
    mutationFn: ({ id }: ApiToken, call) => call(deleteApiToken, { params: { id } }),
    successToast: (_, { name }) => ({ title: 'API token deleted', description: name }),
    errorToast: 'Failed to delete the API token',
    onSuccess: onClose,
  })
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onClose={onClose}
      title={`Delete ${token.name}?`}
      description="Programs that use this token stop working immediately. This cannot be undone."
      confirmLabel="Delete token"
      pendingLabel="Deleting..."
      isPending={isPending}
      onConfirm={() => void send(token).then(onDeleted, () => {})}
    />
  )
}
