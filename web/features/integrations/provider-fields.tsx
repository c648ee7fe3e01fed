import type { ProviderField } from '#contract/integrations/providers/fields.ts'
import type { IntegrationType } from '#contract/integrations/providers/providers.ts'
import { type FieldEntry, FieldTable } from '#web/form/field-table.tsx'
import { getProviderForm } from './provider-lookup.ts'
import { fieldName } from './provider-schema.ts'
import { hasWebhook, WebhookAddress } from './webhook-address.tsx'

type ProviderFieldsProps = { type: IntegrationType; provider: string }

/** By the fields in the contract. */
export function ProviderFields({ type, provider }: ProviderFieldsProps) {
  const { about, fields } = getProviderForm({ type, provider })
  return (
    <>
      <p className="mb-2 text-muted">{about}</p>
      <FieldTable
        key={provider}
        fields={Object.entries(fields).map(([setting, field]) =>
          toFieldEntry(fieldName(provider, setting), field),
        )}
      />
      {hasWebhook(provider) && <WebhookAddress />}
    </>
  )
}

function toFieldEntry(
  name: string,
  { label, hint, isSecret, isOptional, options }: ProviderField,
): FieldEntry {
  const shared = { name, label, isRequired: !isOptional, ...(hint && { hint }) }
  if (options)
    return {
      kind: 'select' as const,
      ...shared,
      options: Object.entries(options).map(([value, words]) => ({ value, label: words })),
    }
  // Browsers would offer to save it, and to fill in another one.
  if (isSecret) return { kind: 'password', ...shared, autoComplete: 'new-password' }
  return { kind: 'text', ...shared, spellCheck: false }
}
