import { useQuery } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { useRef, useState } from 'react'
import { type ApiToken, deleteApiToken, listApiTokens } from '#contract/accounts/api-tokens.ts'
import { formatDate } from '#web/lib/dates.ts'
import { queryFor } from '#web/lib/query.ts'
import { DeleteDialog } from '#web/parts/delete-dialog.tsx'
import { ListCard } from '#web/parts/list-card.tsx'
import { SecretDialog } from '#web/parts/secret-dialog.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { lazyComponent } from '#web/parts/lazy-component.tsx'
import { useDialog } from '#web/ui/use-dialog.ts'
import { formatScopes } from './token-labels.ts'

const CreateToken = lazyComponent(
  async () => (await import('./create-token.tsx')).CreateToken,
  'The form could not be loaded.',
)

/** Tokens with which programs call the API. */
export function ApiTokens() {
  const tokens = useQuery(queryFor(listApiTokens, {}))
  const form = useDialog<true>()
  const deletion = useDialog<ApiToken>()
  const [created, setCreated] = useState<string>()
  const add = useRef<HTMLButtonElement>(null)
  return (
    <>
      <ListCard
        title="API tokens"
        plural="API tokens"
        description={
          <>
            For programs that call the{' '}
            <a href="/api/docs" className="text-brand-ink underline">
              API
            </a>{' '}
            in an administrator’s name.
          </>
        }
        query={tokens}
        addLabel="Create token"
        addRef={add}
        onAdd={() => form.open(true)}
      >
        {(token) => (
          <Token
            token={token}
            isExpired={Date.parse(token.expiresAt) < tokens.dataUpdatedAt}
            onDelete={() => deletion.open(token)}
          />
        )}
      </ListCard>
      {form.value && <CreateToken {...form.props} onCreated={({ token }) => setCreated(token)} />}
      <SecretDialog
        name="token"
        description="Anyone who has it can use it."
        secret={created}
        onClose={() => setCreated(undefined)}
      />
      {deletion.value && (
        <DeleteToken
          {...deletion.props}
          token={deletion.value}
          onDeleted={() => add.current?.focus()}
        />
      )}
    </>
  )
}

type TokenProps = { token: ApiToken; isExpired: boolean; onDelete: () => void }

function Token({ token, isExpired, onDelete }: TokenProps) {
  const { name, scopes, createdBy, createdAt, expiresAt, lastUsedAt } = token
  return (
    <>
      <div className="min-w-0 flex-1 basis-60">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="min-w-0 font-semibold break-words">{name}</span>
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
    </>
  )
}

type DeleteTokenProps = {
  token: ApiToken
  isOpen: boolean
  onClose: () => void
  onDeleted: () => void
}

const DeleteToken = ({ token: { id, name }, ...dialog }: DeleteTokenProps) => (
  <DeleteDialog
    {...dialog}
    title={`Delete ${name}?`}
    description="Programs that use this token stop working immediately. This cannot be undone."
    confirmLabel="Delete token"
    mutationFn={(call) => call(deleteApiToken, { params: { id } })}
    successToast={{ title: 'API token deleted', description: name }}
    errorToast="Failed to delete the API token"
  />
)
