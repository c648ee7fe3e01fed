import { Link } from 'react-router'
import type { Integration } from '#contract/integrations.ts'
import { formatDateTime } from '#web/lib/dates.ts'
import { formatCount } from '#web/lib/numbers.ts'
import { outboundCallsOf } from './outbound-address.ts'
import { isOutside } from './provider-of.ts'

/** How the calls to a provider went, in the words of the service where it said no. */
export function CallsOfProvider({ integration }: { integration: Integration }) {
  const { lastCall, lastDay, provider } = integration
  if (!isOutside(integration) && !lastCall)
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
      <Link to={outboundCallsOf({ provider })} className="text-xs text-brand-ink underline">
        {callsInWords(lastDay)} in the last 24 hours
      </Link>
    </>
  )
}

const callsInWords = ({ calls, failures }: Integration['lastDay']) =>
  `${formatCount(calls)} ${calls === 1 ? 'call' : 'calls'}, ${failures ? `${formatCount(failures)} failed` : 'none failed'}`
