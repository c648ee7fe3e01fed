import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { startProviderSignIn } from '#contract/accounts/provider-sign-in.ts'
import {
  type MySecurity,
  setFactorAfterProvider,
  unlinkProvider,
} from '#contract/accounts/security.ts'
import { useApiMutation } from '#web/form/use-api-mutation.ts'
import { buildUrl } from '#web/lib/api.ts'
import { Button } from '#web/ui/button.tsx'
import { Card, CardHeader } from '#web/ui/card.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Switch } from '#web/ui/switch.tsx'

type Provider = MySecurity['linkedProviders'][number]

const linkUrl = (id: string) =>
  buildUrl(startProviderSignIn, { params: { id }, query: { link: 'yes' } })

/** Sign-in services of the user: linked ones, and those that may be linked. */
export function OwnProviders({
  linkedProviders,
  linkableProviders,
  factors,
  asksFactorAfterProvider,
}: MySecurity) {
  const [unlinking, setUnlinking] = useState<Provider>()
  if (!linkedProviders.length && !linkableProviders.length) return null
  return (
    <Card aria-label="Sign-in services" className="flex flex-col gap-4 p-5 max-md:p-4 *:mb-0">
      <CardHeader
        title="Sign-in services"
        description="Link one to sign in with it instead of your password."
      />
      {linkedProviders.length > 0 && (
        <ul className="flex flex-col divide-y divide-line">
          {linkedProviders.map((it) => (
            <li key={it.id} className="flex items-center justify-between gap-3 py-2">
              <span className="min-w-0 truncate">{it.name}</span>
              <Button
                variant="secondary"
                size="sm"
                aria-label={`Unlink ${it.name}`}
                onClick={() => setUnlinking(it)}
              >
                Unlink
              </Button>
            </li>
          ))}
        </ul>
      )}
      {linkedProviders.length > 0 && factors.length > 0 && asksFactorAfterProvider !== null && (
        <FactorAfterProvider isAsked={asksFactorAfterProvider} />
      )}
      <div className="flex flex-wrap gap-3 empty:hidden">
        {linkableProviders.map(({ id, name }) => (
          <Button key={id} asChild variant="secondary">
            <a href={linkUrl(id)}>Link {name}</a>
          </Button>
        ))}
      </div>
      <LinkDialog linkableProviders={linkableProviders} />
      <UnlinkDialog provider={unlinking} onClose={() => setUnlinking(undefined)} />
    </Card>
  )
}

function FactorAfterProvider({ isAsked }: { isAsked: boolean }) {
  const { run, isPending } = useApiMutation({
    mutationFn: (next: boolean, call) => call(setFactorAfterProvider, { body: { isAsked: next } }),
    errorToast: 'This could not be saved. Please try again.',
  })
  return (
    <Switch
      label="Ask for my second factor after a sign-in service too"
      checked={isAsked}
      disabled={isPending}
      onCheckedChange={run}
    />
  )
}

/** For somebody who came by a service that is not linked yet, and has signed in as before. */
function LinkDialog({ linkableProviders }: Pick<MySecurity, 'linkableProviders'>) {
  const [parameters, setParameters] = useSearchParams()
  const asked = linkableProviders.find(({ id }) => id === parameters.get('link'))
  return (
    <ConfirmDialog
      isOpen={asked !== undefined}
      onClose={() => setParameters({}, { replace: true })}
      title={`Link ${asked?.name}?`}
      description={`${asked?.name} can then sign you in to this account, without your password. You can unlink it here at any time.`}
      confirmLabel={`Link ${asked?.name}`}
      tone="primary"
      onConfirm={() => asked && location.assign(linkUrl(asked.id))}
    />
  )
}

type UnlinkDialogProps = { provider: Provider | undefined; onClose: () => void }

function UnlinkDialog({ provider, onClose }: UnlinkDialogProps) {
  const { run, isPending } = useApiMutation({
    mutationFn: (id: string, call) => call(unlinkProvider, { params: { id } }),
    successToast: () => ({ title: 'Sign-in service unlinked' }),
    errorToast: 'It could not be unlinked. Please try again.',
    onSuccess: onClose,
  })
  return (
    <ConfirmDialog
      isOpen={provider !== undefined}
      onClose={onClose}
      title={`Unlink ${provider?.name}?`}
      description={`${provider?.name} can no longer sign you in, and your other devices are logged out. Sign in with your password, or choose one with “Forgot your password?”.`}
      confirmLabel={`Unlink ${provider?.name}`}
      pendingLabel="Unlinking..."
      isPending={isPending}
      onConfirm={() => provider && run(provider.id)}
    />
  )
}
