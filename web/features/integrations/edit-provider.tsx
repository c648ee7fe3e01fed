import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import {
  changeIntegration,
  type Integration,
  openIntegration,
} from '#contract/integrations/integrations.ts'
import { useConfirmation } from '#web/form/confirmation.tsx'
import { FormDialog } from '#web/form/form-dialog.tsx'
import { call, describeError } from '#web/lib/api.ts'
import { queryFor, refetchQuery } from '#web/lib/query.ts'
import { Banner } from '#web/ui/banner.tsx'
import { RowsSkeleton } from '#web/ui/rows-skeleton.tsx'
import { failedToast } from './failed-toast.ts'
import { ProviderFields } from './provider-fields.tsx'
import { getProviderForm } from './provider-lookup.ts'
import { serverFieldName, providerSchema, parseSettings, formValues } from './provider-schema.ts'

type EditProviderProps = { integration: Integration; onClose: () => void }

/** Begins with the stored settings, or with masked ones on an error (docs/product.md, "Integrations"). */
export function EditProvider({ integration, onClose }: EditProviderProps) {
  const { id, type, provider } = integration
  const queries = useQueryClient()
  const withConfirmation = useConfirmation()
  const unmasked = useQuery({
    ...queryFor(openIntegration, { params: { id } }),
    queryFn: () => withConfirmation(() => call(openIntegration, { params: { id } })),
  })
  const schema = useMemo(() => providerSchema(type), [type])
  const toFields = (settings: Record<string, string>) => formValues(type, settings, [provider])
  const stored = unmasked.data ?? (unmasked.isError ? integration : undefined)
  return (
    <FormDialog
      isOpen
      onClose={onClose}
      title={`Edit ${getProviderForm(integration).label}`}
      schema={schema}
      defaults={stored && toFields(stored.settings)}
      version={(stored ?? integration).version}
      reloadRow={async () => {
        const now = await refetchQuery(queries, queryFor(openIntegration, { params: { id } }))
        return { fields: toFields(now.settings), version: now.version }
      }}
      serverFieldName={serverFieldName}
      isSecret
      loading={<RowsSkeleton label="Loading the settings" />}
      submitLabel="Save changes"
      pendingLabel="Saving..."
      mutationFn={({ fields, version }, call) =>
        call(changeIntegration, {
          params: { id },
          body: { settings: parseSettings(type, fields), version },
        })
      }
      successToast={() => ({
        title: 'Provider updated',
        description: getProviderForm(integration).label,
      })}
      errorToast={failedToast('Failed to update provider settings.')}
    >
      {unmasked.isError && (
        <Banner tone="amber" className="mb-3">
          The stored secrets can’t be shown: {describeError(unmasked.error, '')} Secrets left masked
          won’t change.
        </Banner>
      )}
      <ProviderFields type={type} provider={provider} />
    </FormDialog>
  )
}
