import { useQuery } from '@tanstack/react-query'
import { Pencil, PlugZap, Plus, Trash2 } from 'lucide-react'
import { useRef, useState } from 'react'
import {
  deleteIdentityProvider,
  type IdentityProvider,
  listIdentityProviders,
  testIdentityProvider,
} from '#contract/identity-providers.ts'
import { finishProviderSignIn } from '#contract/provider-sign-in.ts'
import { useApiMutation } from '#web/form/use-api-mutation.ts'
import { buildUrl } from '#web/lib/api.ts'
import { queryFor } from '#web/lib/query.ts'
import { ReadState } from '#web/parts/read-state.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card, CardHeader } from '#web/ui/card.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { lazyComponent } from '#web/ui/lazy-component.tsx'
import { RowsSkeleton } from '#web/ui/rows-skeleton.tsx'

const IdentityProviderDialog = lazyComponent(
  async () => (await import('./identity-provider-form.tsx')).IdentityProviderDialog,
  'The form could not be loaded.',
)

type Open = { what: 'edit' | 'delete'; provider: IdentityProvider | undefined; isOpen: boolean }

/** OpenID Connect providers through which people sign in. */
export function IdentityProviders() {
  const providers = useQuery(queryFor(listIdentityProviders, {}))
  const [open, setOpen] = useState<Open>()
  const add = useRef<HTMLButtonElement>(null)
  const close = () => setOpen((it) => it && { ...it, isOpen: false })
  return (
    <Card aria-label="Identity providers">
      <CardHeader
        title="Identity providers"
        description="Let people sign in with the account of their organization."
        actions={
          <Button
            ref={add}
            variant="secondary"
            size="sm"
            icon={Plus}
            onClick={() => setOpen({ what: 'edit', provider: undefined, isOpen: true })}
          >
            Add identity provider
          </Button>
        }
      />
      <ReadState
        read={providers}
        loading={<RowsSkeleton label="Loading the identity providers" />}
        failed="The identity providers could not be loaded"
      >
        {(rows) =>
          rows.length ? (
            <ul className="divide-y divide-line">
              {rows.map((provider) => (
                <ProviderRow
                  key={provider.id}
                  provider={provider}
                  onOpen={(what) => setOpen({ what, provider, isOpen: true })}
                />
              ))}
            </ul>
          ) : (
            <p className="text-muted">No identity providers yet.</p>
          )
        }
      </ReadState>
      {open?.what === 'edit' && (
        <IdentityProviderDialog provider={open.provider} isOpen={open.isOpen} onClose={close} />
      )}
      {open?.what === 'delete' && open.provider && (
        <DeleteProvider
          provider={open.provider}
          isOpen={open.isOpen}
          onClose={close}
          onDeleted={() => add.current?.focus()}
        />
      )}
    </Card>
  )
}

type ProviderRowProps = { provider: IdentityProvider; onOpen: (what: Open['what']) => void }

function ProviderRow({ provider, onOpen }: ProviderRowProps) {
  const { id, name, issuer, organizationName, isActive, version } = provider
  const redirectUri = location.origin + buildUrl(finishProviderSignIn, { params: { id } })
  const test = useApiMutation({
    mutationFn: (_: void, call) => call(testIdentityProvider, { params: { id } }),
    successToast: () => ({ title: 'Connection works', description: name }),
    errorToast: 'Failed to test the connection',
  })
  return (
    <li className="flex items-start justify-between gap-3 py-3 first:pt-0 last:pb-0">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-2 font-semibold break-words">
          {name}
          <Badge tone={isActive ? 'green' : 'neutral'}>{isActive ? 'Active' : 'Inactive'}</Badge>
        </p>
        <p className="break-all">{issuer}</p>
        <p className="text-xs text-muted">
          {organizationName ? `For employees of ${organizationName}` : 'For your own staff'}
          {version === null && ' · set by the environment'}
        </p>
        <p className="flex items-center gap-2 text-xs text-muted">
          <span className="min-w-0 break-all">Redirect URI: {redirectUri}</span>
          <CopyButton
            isIcon
            text={redirectUri}
            label={`Copy the redirect URI of ${name}`}
            failed="Failed to copy the redirect URI to clipboard"
          />
        </p>
      </div>
      <span className="flex shrink-0 gap-1">
        <IconButton
          size="sm"
          icon={PlugZap}
          label={`Test the connection to ${name}`}
          disabled={test.isPending}
          onClick={() => test.run()}
        />
        {version !== null && (
          <>
            <IconButton
              size="sm"
              icon={Pencil}
              label={`Edit ${name}`}
              onClick={() => onOpen('edit')}
            />
            <IconButton
              size="sm"
              icon={Trash2}
              label={`Delete ${name}`}
              onClick={() => onOpen('delete')}
            />
          </>
        )}
      </span>
    </li>
  )
}

type DeleteProviderProps = {
  provider: IdentityProvider
  isOpen: boolean
  onClose: () => void
  onDeleted: () => void
}

function DeleteProvider({ provider, isOpen, onClose, onDeleted }: DeleteProviderProps) {
  const { send, isPending } = useApiMutation({
    mutationFn: ({ id }: IdentityProvider, call) =>
      call(deleteIdentityProvider, { params: { id } }),
    successToast: () => ({ title: 'Identity provider deleted' }),
    errorToast: 'Failed to delete the identity provider',
    onSuccess: onClose,
  })
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onClose={onClose}
      title="Delete this identity provider?"
      description={`People can no longer sign in with ${provider.name}. Their accounts stay. This cannot be undone.`}
      confirmLabel="Delete identity provider"
      pendingLabel="Deleting..."
      isPending={isPending}
      onConfirm={() => void send(provider).then(onDeleted, () => {})}
    />
  )
}
