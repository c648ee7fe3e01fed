import { useMemo } from 'react'
import { useWatch } from 'react-hook-form'
import { addIntegration, type Integration } from '#contract/integrations/integrations.ts'
import type { IntegrationType } from '#contract/integrations/providers/providers.ts'
import { FormDialog } from '#web/form/form-dialog.tsx'
import { SelectField } from '#web/form/select-field.tsx'
import { SwitchField } from '#web/form/switch-field.tsx'
import { failedToast } from './failed-toast.ts'
import { ProviderFields } from './provider-fields.tsx'
import { providerOptions, getProviderForm, isExternal } from './provider-lookup.ts'
import { serverFieldName, providerSchema, parseSettings, formValues } from './provider-schema.ts'
import { typeLabels } from './type-labels.ts'

type AddProviderProps = {
  isOpen: boolean
  onClose: () => void
  type: IntegrationType
  /** After it was saved, to confirm what data will be sent out. */
  onActivate: (added: Integration) => void
}

/** A built-in provider is active at once, because nothing is sent out; others after a confirmation. */
export function AddProvider({ type, onActivate, ...dialog }: AddProviderProps) {
  const schema = useMemo(() => providerSchema(type), [type])
  return (
    <FormDialog
      {...dialog}
      title={`Add a provider for ${typeLabels[type].inSentence}`}
      description={typeLabels[type].about}
      schema={schema}
      defaults={{ ...formValues(type), isActive: false }}
      serverFieldName={serverFieldName}
      isSecret
      submitLabel="Add provider"
      pendingLabel="Saving..."
      mutationFn={({ fields }, call) => {
        const provider = String(fields['provider'])
        return call(addIntegration, {
          body: {
            type,
            provider,
            settings: parseSettings(type, fields),
            isActive: fields['isActive'] === true && !isExternal({ type, provider }),
          },
        })
      }}
      onSuccess={(added, { fields }) => {
        if (fields['isActive'] === true && !added.isActive) onActivate(added)
      }}
      successToast={(added) => ({
        title: 'Provider configured',
        description: getProviderForm(added).label,
      })}
      errorToast={failedToast('Failed to configure provider. Please check your settings.')}
    >
      <SelectField name="provider" label="Provider" isRequired options={providerOptions(type)} />
      <ChosenFields type={type} />
      <SwitchField
        name="isActive"
        label="Make this the active provider"
        hint="You’ll see what data is sent out and confirm before it’s activated."
      />
    </FormDialog>
  )
}

function ChosenFields({ type }: { type: IntegrationType }) {
  const provider: unknown = useWatch({ name: 'provider' })
  return <ProviderFields type={type} provider={String(provider)} />
}
