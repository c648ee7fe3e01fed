import { useQuery } from '@tanstack/react-query'
import { ArrowUpRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { listIntegrations } from '#contract/integrations/integrations.ts'
import { useUrlState } from '#web/lib/url-state.ts'
import { queryFor } from '#web/lib/query.ts'
import { ReadState } from '#web/parts/read-state.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { lazyComponent } from '#web/parts/lazy-component.tsx'
import { RefreshButton } from '#web/ui/refresh-button.tsx'
import { RowsSkeleton } from '#web/ui/rows-skeleton.tsx'
import { viewUrlState } from './outbound-url-state.ts'
import { type Below, ProviderSections } from './provider-sections.tsx'
import { formatExternalProviders } from './provider-format.ts'

const OutboundCalls = lazyComponent(
  async () => (await import('./outbound-calls.tsx')).OutboundCalls,
  'The outbound data log could not be loaded.',
)

type ExternalIntegrationsProps = { below?: Below; after: ReactNode }

/** The providers, or the outbound data log. */
export function ExternalIntegrations({ below, after }: ExternalIntegrationsProps) {
  const { values, change } = useUrlState(viewUrlState)
  return values.view === 'outbound' ? (
    <OutboundCalls />
  ) : (
    <>
      <Providers below={below} onOutbound={() => change({ view: 'outbound' }, { isStep: true })} />
      <div className="mt-6 flex flex-col gap-6">{after}</div>
    </>
  )
}

function Providers({ below, onOutbound }: { below: Below | undefined; onOutbound: () => void }) {
  const integrations = useQuery(queryFor(listIntegrations, {}))
  return (
    <>
      <div className="mb-5 flex flex-wrap items-start justify-between gap-3">
        <div>
          <h2 className="text-lg">External Integrations</h2>
          <p className="text-muted">One active provider per type.</p>
        </div>
        <span className="flex flex-wrap gap-2">
          <Button variant="secondary" size="sm" icon={ArrowUpRight} onClick={onOutbound}>
            Outbound data log
          </Button>
          <RefreshButton
            size="sm"
            isRefreshing={integrations.isRefetching}
            onRefresh={() => void integrations.refetch()}
          />
        </span>
      </div>
      <ReadState
        read={integrations}
        loading={<RowsSkeleton label="Loading the providers" />}
        failed="The providers could not be loaded"
        notRefreshed="The providers could not be refreshed."
      >
        {(all) => (
          <>
            <ExternalProviders providers={formatExternalProviders(all)} />
            <ProviderSections integrations={all} below={below} />
          </>
        )}
      </ReadState>
    </>
  )
}

const ExternalProviders = ({ providers }: { providers: readonly string[] }) =>
  providers.length ? (
    <Banner tone="blue" className="mb-6">
      <strong>Some data is sent to external services.</strong> {providers.join(' · ')}
    </Banner>
  ) : (
    <Banner tone="green" className="mb-6">
      <strong>Nothing is sent out.</strong> Recordings are stored on this server, transcripts and
      conversations are created here, and messages stay in the outbox.
    </Banner>
  )
