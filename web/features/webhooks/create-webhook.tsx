import { useController } from 'react-hook-form'
import {
  createWebhook,
  type WebhookEvent,
  webhookEvent,
  webhookForm,
} from '#contract/outgoing-webhooks.ts'
import { TextField, useFieldError } from '#web/form/fields.tsx'
import { FormDialog } from '#web/form/form-dialog.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { FieldError } from '#web/ui/field.tsx'
import { eventLabels } from './webhook-labels.ts'

type CreateWebhookProps = {
  isOpen: boolean
  onClose: () => void
  onCreated: (created: { secret: string }) => void
}

export const CreateWebhook = ({ onCreated, ...dialog }: CreateWebhookProps) => (
  <FormDialog
    {...dialog}
    title="Add webhook"
    description="This address is called when something happens. The calls contain IDs only, no names or content."
    schema={webhookForm}
    defaults={{ url: '', events: [] }}
    submitLabel="Add webhook"
    pendingLabel="Adding..."
    mutationFn={({ fields }, call) => call(createWebhook, { body: fields })}
    isSecret
    successToast={() => ({ title: 'Webhook added' })}
    errorToast="Failed to add the webhook"
    onSuccess={onCreated}
  >
    <TextField name="url" type="url" label="URL" placeholder="https://" isRequired />
    <EventsField />
  </FormDialog>
)

const errorId = 'webhook-events-error'

function EventsField() {
  const { field } = useController({ name: 'events' })
  const chosen = field.value as readonly WebhookEvent[]
  const error = useFieldError('events')
  return (
    <fieldset
      aria-describedby={error ? errorId : undefined}
      aria-invalid={error ? true : undefined}
    >
      <legend className="mb-2 text-sm font-semibold">Events</legend>
      <div className="flex flex-col gap-3">
        {webhookEvent.options.map((event, index) => (
          <Checkbox
            key={event}
            ref={index === 0 ? field.ref : undefined}
            label={eventLabels[event]}
            checked={chosen.includes(event)}
            onCheckedChange={(isChosen) =>
              field.onChange(
                webhookEvent.options.filter((it) =>
                  it === event ? isChosen : chosen.includes(it),
                ),
              )
            }
          />
        ))}
      </div>
      {error && (
        <div className="mt-1.5">
          <FieldError id={errorId}>{error}</FieldError>
        </div>
      )}
    </fieldset>
  )
}
