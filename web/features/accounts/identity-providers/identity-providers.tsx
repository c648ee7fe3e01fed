import { useQuery } from '@tanstack/react-query'
import { Pencil, PlugZap, Trash2 } from 'lucide-react'
import { useRef } from 'react'
import {
  deleteIdentityProvider,
  type IdentityProvider,
  listIdentityProviders,
  testIdentityProvider,
} from '#contract/accounts/identity-providers.ts'
import { finishProviderSignIn } from '#contract/accounts/provider-sign-in.ts'
import { useApiMutation } from '#web/form/use-api-mutation.ts'
import { buildUrl } from '#web/lib/api.ts'
import { queryFor } from '#web/lib/query.ts'
import { DeleteDialog } from '#web/parts/delete-dialog.tsx'
import { ListCard } from '#web/parts/list-card.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { lazyComponent } from '#web/parts/lazy-component.tsx'
import { useDialog } from '#web/ui/use-dialog.ts'

const IdentityProviderDialog = lazyComponent(
  async () => (await import('./identity-provider-form.tsx')).IdentityProviderDialog,
  'The form could not be loaded.',
)

type Action = 'edit' | 'delete'

/** OpenID Connect providers through which people sign in. */
export function IdentityProviders() {
  const providers = useQuery(queryFor(listIdentityProviders, {}))
  const dialog = useDialog<{ action: Action; provider: IdentityProvider | undefined }>()
  const add = useRef<HTMLButtonElement>(null)
  const { action, provider } = dialog.value ?? {}
  return (
    <>
      <ListCard
        title="Identity providers"
        plural="identity providers"
        description="Let people sign in with the account of their organization."
        query={providers}
        addLabel="Add identity provider"
        addRef={add}
        onAdd={() => dialog.open({ action: 'edit', provider: undefined })}
      >
        {(row) => (
          <ProviderItem
            provider={row}
            onAct={(act) => dialog.open({ action: act, provider: row })}
          />
        )}
      </ListCard>
      {action === 'edit' && <IdentityProviderDialog {...dialog.props} provider={provider} />}
      {action === 'delete' && provider && (
        <DeleteDialog
          {...dialog.props}
          title="Delete this identity provider?"
          description={`People can no longer sign in with ${provider.name}. Their accounts stay. This cannot be undone.`}
          confirmLabel="Delete identity provider"
          mutationFn={(call) => call(deleteIdentityProvider, { params: { id: provider.id } })}
          successToast={{ title: 'Identity provider deleted' }}
          errorToast="Failed to delete the identity provider"
          onDeleted={() => add.current?.focus()}
        />
      )}
    </>
  )
}

type ProviderItemProps = { provider: IdentityProvider; onAct: (action: Action) => void }

function ProviderItem({ provider, onAct }: ProviderItemProps) {
  const { id, name, issuer, organizationName, isActive, version } = provider
  const redirectUri = location.origin + buildUrl(finishProviderSignIn, { params: { id } })
  const test = useApiMutation({
    mutationFn: (_: void, call) => call(testIdentityProvider, { params: { id } }),
    successToast: () => ({ title: 'Connection works', description: name }),
    errorToast: 'Failed to test the connection',
  })
  return (
    <>
      <div className="min-w-0 flex-1 basis-60">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="min-w-0 font-semibold break-words">{name}</span>
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
      <span className="flex shrink-0 gap-1 max-md:-ml-2">
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
              onClick={() => onAct('edit')}
            />
            <IconButton
              size="sm"
              icon={Trash2}
              label={`Delete ${name}`}
              onClick={() => onAct('delete')}
            />
          </>
        )}
      </span>
    </>
  )
}
