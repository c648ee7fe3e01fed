import { useQuery } from '@tanstack/react-query'
import { History, Send, Trash2 } from 'lucide-react'
import { useRef, useState } from 'react'
import {
  deleteWebhook,
  listWebhookDeliveries,
  listWebhooks,
  resendWebhookDelivery,
  testWebhook,
  type Webhook,
  type WebhookDelivery,
} from '#contract/webhooks/webhooks.ts'
import { useApiMutation } from '#web/form/use-api-mutation.ts'
import { queryFor } from '#web/lib/query.ts'
import { DeleteDialog } from '#web/parts/delete-dialog.tsx'
import { ListCard } from '#web/parts/list-card.tsx'
import { ReadState } from '#web/parts/read-state.tsx'
import { SecretDialog } from '#web/parts/secret-dialog.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { lazyComponent } from '#web/parts/lazy-component.tsx'
import { RowsSkeleton } from '#web/ui/rows-skeleton.tsx'
import { useDialog } from '#web/ui/use-dialog.ts'
import { deliveryBadges, formatDelivery, formatEvent } from './webhook-labels.ts'

const CreateWebhook = lazyComponent(
  async () => (await import('./create-webhook.tsx')).CreateWebhook,
  'The form could not be loaded.',
)
/** Milliseconds between two polls while a delivery is waiting. */
const pollMs = 3_000

type Action = 'delete' | 'deliveries'

/** Addresses that are called when something happens. */
export function Webhooks() {
  const webhooks = useQuery({
    ...queryFor(listWebhooks, {}),
    refetchInterval: ({ state }) =>
      Boolean(state.data?.some((it) => it.latestDelivery?.status === 'waiting')) && pollMs,
  })
  const form = useDialog<true>()
  const dialog = useDialog<{ action: Action; webhook: Webhook }>()
  const [secret, setSecret] = useState<string>()
  const add = useRef<HTMLButtonElement>(null)
  const { action, webhook } = dialog.value ?? {}
  return (
    <>
      <ListCard
        title="Webhooks"
        plural="webhooks"
        description="Call your own services when something happens. Calls contain IDs only and are signed."
        query={webhooks}
        addLabel="Add webhook"
        addRef={add}
        onAdd={() => form.open(true)}
      >
        {(row) => (
          <WebhookItem webhook={row} onAct={(act) => dialog.open({ action: act, webhook: row })} />
        )}
      </ListCard>
      {form.value && (
        <CreateWebhook {...form.props} onCreated={(created) => setSecret(created.secret)} />
      )}
      <SecretDialog
        name="signing secret"
        description="Your service uses it to check that calls come from here."
        secret={secret}
        onClose={() => setSecret(undefined)}
      />
      {webhook && action === 'deliveries' && <Deliveries {...dialog.props} webhook={webhook} />}
      {webhook && action === 'delete' && (
        <DeleteDialog
          {...dialog.props}
          title="Delete this webhook?"
          description={`${webhook.url} is no longer called, and its deliveries are deleted. This cannot be undone.`}
          confirmLabel="Delete webhook"
          mutationFn={(call) => call(deleteWebhook, { params: { id: webhook.id } })}
          successToast={{ title: 'Webhook deleted' }}
          errorToast="Failed to delete the webhook"
          onDeleted={() => add.current?.focus()}
        />
      )}
    </>
  )
}

type WebhookItemProps = { webhook: Webhook; onAct: (action: Action) => void }

function WebhookItem({ webhook, onAct }: WebhookItemProps) {
  const { url, events, latestDelivery } = webhook
  const test = useApiMutation({
    mutationFn: ({ id }: Webhook, call) => call(testWebhook, { params: { id } }),
    successToast: () => ({ title: 'Test event queued' }),
    errorToast: 'Failed to send a test event',
  })
  return (
    <>
      <div className="min-w-0 flex-1 basis-60">
        <p className="font-semibold break-all">{url}</p>
        <p className="mb-1">{events.map(formatEvent).join(' · ')}</p>
        {latestDelivery ? (
          <DeliveryLine delivery={latestDelivery} />
        ) : (
          <p className="text-xs text-muted">Never called</p>
        )}
      </div>
      <span className="flex shrink-0 gap-1 max-md:-ml-2">
        <IconButton
          size="sm"
          icon={Send}
          label={`Send a test event to ${url}`}
          disabled={test.isPending}
          onClick={() => test.run(webhook)}
        />
        <IconButton
          size="sm"
          icon={History}
          label={`Deliveries to ${url}`}
          onClick={() => onAct('deliveries')}
        />
        <IconButton
          size="sm"
          icon={Trash2}
          label={`Delete ${url}`}
          onClick={() => onAct('delete')}
        />
      </span>
    </>
  )
}

const DeliveryLine = ({ delivery }: { delivery: WebhookDelivery }) => {
  const { label, tone } = deliveryBadges[delivery.status]
  return (
    <p className="grid grid-cols-[5.5rem_minmax(0,1fr)] items-start text-xs text-muted">
      <span>
        <Badge tone={tone}>{label}</Badge>
      </span>
      <span className="pt-0.5 break-words">
        <span className="font-semibold text-ink">{formatEvent(delivery.event)}</span> ·{' '}
        {formatDelivery(delivery)}
      </span>
    </p>
  )
}

type DialogProps = { webhook: Webhook; isOpen: boolean; onClose: () => void }

function Deliveries({ webhook, isOpen, onClose }: DialogProps) {
  const resend = useApiMutation({
    mutationFn: (deliveryId: string, call) =>
      call(resendWebhookDelivery, { params: { id: webhook.id, deliveryId } }),
    errorToast: 'Failed to send it again',
  })
  const deliveries = useQuery({
    ...queryFor(listWebhookDeliveries, { params: { id: webhook.id } }),
    refetchInterval: ({ state }) =>
      Boolean(state.data?.some(({ status }) => status === 'waiting')) && pollMs,
  })
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title="Deliveries" description={webhook.url}>
      <ReadState
        read={deliveries}
        loading={<RowsSkeleton label="Loading the deliveries" />}
        failed="The deliveries could not be loaded"
      >
        {(rows) =>
          rows.length ? (
            <ul className="divide-y divide-line">
              {rows.map((delivery) => (
                <li
                  key={delivery.id}
                  className="flex items-start justify-between gap-2 py-2 first:pt-0 last:pb-0"
                >
                  <DeliveryLine delivery={delivery} />
                  {delivery.status === 'failed' && (
                    <Button
                      variant="secondary"
                      size="sm"
                      isPending={resend.isPending && resend.sent === delivery.id}
                      onClick={() => resend.run(delivery.id)}
                    >
                      Send again
                    </Button>
                  )}
                </li>
              ))}
            </ul>
          ) : (
            <p className="text-muted">No deliveries yet.</p>
          )
        }
      </ReadState>
    </Dialog>
  )
}
