import { useQuery } from '@tanstack/react-query'
import { History, Plus, Send, Trash2 } from 'lucide-react'
import { useRef, useState } from 'react'
import {
  deleteWebhook,
  listWebhookDeliveries,
  listWebhooks,
  testWebhook,
  type Webhook,
  type WebhookDelivery,
} from '#contract/outgoing-webhooks.ts'
import { useApiMutation } from '#web/form/use-api-mutation.ts'
import { queryFor } from '#web/lib/query.ts'
import { ReadState } from '#web/parts/read-state.tsx'
import { SecretDialog } from '#web/parts/secret-dialog.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card, CardHeader } from '#web/ui/card.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { lazyComponent } from '#web/ui/lazy-component.tsx'
import { RowsSkeleton } from '#web/ui/rows-skeleton.tsx'
import { deliveryBadges, formatDelivery, formatEvent } from './webhook-labels.ts'

const CreateWebhook = lazyComponent(
  async () => (await import('./create-webhook.tsx')).CreateWebhook,
  'The form could not be loaded.',
)
/** Milliseconds between two polls while a delivery is waiting. */
const pollMs = 3_000

type Open = { what: 'delete' | 'deliveries'; webhook: Webhook; isOpen: boolean }

/** Addresses that are called when something happens. */
export function Webhooks() {
  const webhooks = useQuery({
    ...queryFor(listWebhooks, {}),
    refetchInterval: ({ state }) =>
      Boolean(state.data?.some((it) => it.latestDelivery?.status === 'waiting')) && pollMs,
  })
  const [creating, setCreating] = useState<boolean>()
  const [secret, setSecret] = useState<string>()
  const [open, setOpen] = useState<Open>()
  const add = useRef<HTMLButtonElement>(null)
  const close = () => setOpen((it) => it && { ...it, isOpen: false })
  return (
    <Card aria-label="Webhooks">
      <CardHeader
        title="Webhooks"
        description="Call your own services when something happens. Calls contain IDs only and are signed."
        actions={
          <Button
            ref={add}
            variant="secondary"
            size="sm"
            icon={Plus}
            onClick={() => setCreating(true)}
          >
            Add webhook
          </Button>
        }
      />
      <ReadState
        read={webhooks}
        loading={<RowsSkeleton label="Loading the webhooks" />}
        failed="The webhooks could not be loaded"
      >
        {(rows) =>
          rows.length ? (
            <ul className="divide-y divide-line">
              {rows.map((webhook) => (
                <WebhookRow
                  key={webhook.id}
                  webhook={webhook}
                  onOpen={(what) => setOpen({ what, webhook, isOpen: true })}
                />
              ))}
            </ul>
          ) : (
            <p className="text-muted">No webhooks yet.</p>
          )
        }
      </ReadState>
      {creating !== undefined && (
        <CreateWebhook
          isOpen={creating}
          onClose={() => setCreating(false)}
          onCreated={(created) => setSecret(created.secret)}
        />
      )}
      <SecretDialog
        name="signing secret"
        description="Your service uses it to check that calls come from here."
        secret={secret}
        onClose={() => setSecret(undefined)}
      />
      {open?.what === 'deliveries' && (
        <Deliveries webhook={open.webhook} isOpen={open.isOpen} onClose={close} />
      )}
      {open?.what === 'delete' && (
        <DeleteWebhook
          webhook={open.webhook}
          isOpen={open.isOpen}
          onClose={close}
          onDeleted={() => add.current?.focus()}
        />
      )}
    </Card>
  )
}

type WebhookRowProps = { webhook: Webhook; onOpen: (what: Open['what']) => void }

function WebhookRow({ webhook, onOpen }: WebhookRowProps) {
  const { url, events, latestDelivery } = webhook
  const test = useApiMutation({
    mutationFn: ({ id }: Webhook, call) => call(testWebhook, { params: { id } }),
    successToast: () => ({ title: 'Test event queued' }),
    errorToast: 'Failed to send a test event',
  })
  return (
    <li className="flex items-start justify-between gap-3 py-3 first:pt-0 last:pb-0">
      <div className="min-w-0">
        <p className="font-semibold break-all">{url}</p>
        <p>{events.map(formatEvent).join(' · ')}</p>
        {latestDelivery ? (
          <DeliveryLine delivery={latestDelivery} />
        ) : (
          <p className="text-xs text-muted">Never called</p>
        )}
      </div>
      <span className="flex shrink-0 gap-1">
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
          onClick={() => onOpen('deliveries')}
        />
        <IconButton
          size="sm"
          icon={Trash2}
          label={`Delete ${url}`}
          onClick={() => onOpen('delete')}
        />
      </span>
    </li>
  )
}

const DeliveryLine = ({ delivery }: { delivery: WebhookDelivery }) => {
  const { label, tone } = deliveryBadges[delivery.status]
  return (
    <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-xs text-muted">
      <Badge tone={tone}>{label}</Badge>
      <span className="min-w-0 break-words">
        {formatEvent(delivery.event)} · {formatDelivery(delivery)}
      </span>
    </p>
  )
}

type DialogProps = { webhook: Webhook; isOpen: boolean; onClose: () => void }

function Deliveries({ webhook, isOpen, onClose }: DialogProps) {
  const deliveries = useQuery(queryFor(listWebhookDeliveries, { params: { id: webhook.id } }))
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title="Deliveries" description={webhook.url}>
      <ReadState
        read={deliveries}
        loading={<RowsSkeleton label="Loading the deliveries" />}
        failed="The deliveries could not be loaded"
      >
        {(rows) =>
          rows.length ? (
            <ul className="flex flex-col gap-3">
              {rows.map((delivery) => (
                <li key={delivery.id}>
                  <DeliveryLine delivery={delivery} />
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

function DeleteWebhook({
  webhook,
  isOpen,
  onClose,
  onDeleted,
}: DialogProps & { onDeleted: () => void }) {
  const { send, isPending } = useApiMutation({
    mutationFn: ({ id }: Webhook, call) => call(deleteWebhook, { params: { id } }),
    successToast: () => ({ title: 'Webhook deleted' }),
    errorToast: 'Failed to delete the webhook',
    onSuccess: onClose,
  })
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onClose={onClose}
      title="Delete this webhook?"
      description={`${webhook.url} is no longer called, and its deliveries are deleted. This cannot be undone.`}
      confirmLabel="Delete webhook"
      pendingLabel="Deleting..."
      isPending={isPending}
      onConfirm={() => void send(webhook).then(onDeleted, () => {})}
    />
  )
}
