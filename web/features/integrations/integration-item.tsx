import { CircleCheck, Pencil, PlugZap, Trash2 } from 'lucide-react'
import { Link } from 'react-router'
import { type Integration, mustBeOneActive } from '#contract/integrations/integrations.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Switch } from '#web/ui/switch.tsx'
import { useToast } from '#web/ui/toast.tsx'
import { getProviderForm, isExternal } from './provider-lookup.ts'
import { listSetupProblems, formatSettings } from './provider-format.ts'
import { useTest } from './use-integration-writes.ts'
import { hasWebhook, WebhookAddress } from './webhook-address.tsx'
import { formatDateTime } from '#web/lib/dates.ts'
import { formatCount } from '#web/lib/numbers.ts'
import { outboundCallsPath } from './outbound-url-state.ts'

export type ProviderAction = 'edit' | 'delete' | 'switch'

type IntegrationItemProps = {
  integration: Integration
  /** Of the same provider: labels include the settings. */
  isDuplicate: boolean
  isSwitching: boolean
  onAction: (act: ProviderAction, integration: Integration) => void
}

export function IntegrationItem({
  integration,
  isDuplicate,
  isSwitching,
  onAction,
}: IntegrationItemProps) {
  const { isActive, provider } = integration
  const { label, about } = getProviderForm(integration)
  const test = useTest()
  const toast = useToast()
  const settings = formatSettings(integration)
  const name = isDuplicate && settings ? `${label}, ${settings}` : label
  return (
    <li className="grid grid-cols-[minmax(0,1.2fr)_minmax(0,1fr)_auto] items-start gap-x-6 gap-y-3 py-4 first:pt-0 last:pb-0 max-lg:grid-cols-1">
      <div className="min-w-0">
        <h3 className="flex flex-wrap items-center gap-2 text-sm font-semibold">
          {label}
          {isActive && (
            <Badge tone="green" icon={CircleCheck}>
              Active
            </Badge>
          )}
        </h3>
        <p className="max-w-prose text-muted">{about}</p>
        {settings && <p className="mt-1 text-xs break-words text-muted">{settings}</p>}
      </div>
      <div className="min-w-0">
        <ProviderCalls integration={integration} />
      </div>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2 lg:justify-end">
        <Switch
          label={<span className="sr-only">{name} is the active provider</span>}
          checked={isActive}
          disabled={isSwitching}
          onCheckedChange={(next) => {
            if (next) onAction('switch', integration)
            else toast({ title: mustBeOneActive, tone: 'destructive' })
          }}
        />
        <Button
          variant="secondary"
          size="sm"
          icon={PlugZap}
          isPending={test.isPending}
          pendingLabel="Testing..."
          onClick={() => test.run(integration)}
        >
          Test<span className="sr-only"> {name}</span>
        </Button>
        <span className="flex gap-1">
          <IconButton
            size="sm"
            icon={Pencil}
            label={`Edit ${name}`}
            disabled={!isExternal(integration)}
            onClick={() => onAction('edit', integration)}
          />
          <IconButton
            size="sm"
            icon={Trash2}
            label={`Delete ${name}`}
            disabled={isActive}
            onClick={() => onAction('delete', integration)}
          />
        </span>
      </div>
      {listSetupProblems(integration).map((problem) => (
        <Banner key={problem} tone="amber" className="col-span-full">
          {problem}
        </Banner>
      ))}
      {hasWebhook(provider) && (
        <div className="col-span-full">
          <WebhookAddress />
        </div>
      )}
    </li>
  )
}

/** The last call and the calls of a day. */
function ProviderCalls({ integration }: { integration: Integration }) {
  const { lastCall, lastDay, provider } = integration
  if (!isExternal(integration) && !lastCall)
    return <p className="text-muted">Runs on this server. Nothing is sent out.</p>
  if (!lastCall) return <p className="text-muted">No calls yet.</p>
  const at = <time dateTime={lastCall.at}>{formatDateTime(lastCall.at)}</time>
  return (
    <>
      {lastCall.isSuccess ? (
        <p>Last call succeeded, {at}</p>
      ) : (
        <p className="break-words text-red-ink">
          <strong>Last call failed</strong>, {at}
          {lastCall.error && <span className="block">{lastCall.error}</span>}
        </p>
      )}
      <Link to={outboundCallsPath({ provider })} className="text-xs text-brand-ink underline">
        {formatCalls(lastDay)} in the last 24 hours
      </Link>
    </>
  )
}

const formatCalls = ({ calls, failures }: Integration['lastDay']) =>
  `${formatCount(calls)} ${calls === 1 ? 'call' : 'calls'}, ${failures ? `${formatCount(failures)} failed` : 'none failed'}`
