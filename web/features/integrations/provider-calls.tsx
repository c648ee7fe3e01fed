import { Link } from 'react-router'
import type { Integration } from '#contract/integrations.ts'
import { formatDateTime } from '#web/lib/dates.ts'
import { formatCount } from '#web/lib/numbers.ts'
import { outboundCallsPath } from './outbound-url-state.ts'
import { isExternal } from './provider-lookup.ts'

/** The last call and the calls of a day. */
export function ProviderCalls({ integration }: { integration: Integration }) {
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
