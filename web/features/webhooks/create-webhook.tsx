import { createWebhook, webhookEvent, webhookForm } from '#contract/webhooks/webhooks.ts'
import { ChoiceField } from '#web/form/choice-field.tsx'
import { TextField } from '#web/form/fields.tsx'
import { FormDialog } from '#web/form/form-dialog.tsx'
import { eventLabels } from './webhook-labels.ts'

const events = webhookEvent.options.map((value) => ({ value, label: eventLabels[value] }))

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
    <ChoiceField name="events" legend="Events" options={events} />
  </FormDialog>
)
