import { useQueryClient } from '@tanstack/react-query'
import {
  settingEntry,
  listSettings,
  putSetting,
  type Setting,
} from '#contract/settings/settings.ts'
import { FormDialog } from '#web/form/form-dialog.tsx'
import { queryFor, refetchQuery } from '#web/lib/query.ts'
import { getSettingForm } from './setting-forms.tsx'
import { formatSettingValue } from './setting-format.ts'

type EditSettingProps = { setting: Setting; isOpen: boolean; onClose: () => void }

/** Validated by the setting's schema in the contract. */
export function EditSetting({ setting, isOpen, onClose }: EditSettingProps) {
  const queries = useQueryClient()
  const { name } = setting
  const { label, help } = settingEntry(name)
  const { schema, fieldsOf, valueOf, Fields } = getSettingForm(name)
  return (
    <FormDialog
      isOpen={isOpen}
      onClose={onClose}
      title={label}
      description={help}
      size="sm"
      schema={schema(setting.value)}
      defaults={fieldsOf(setting.value)}
      version={setting.version ?? notSet}
      reloadRow={async () => {
        const { settings } = await refetchQuery(queries, queryFor(listSettings, {}))
        const now = settings.find((it) => it.name === name) ?? setting
        return { fields: fieldsOf(now.value), version: now.version ?? notSet }
      }}
      fieldOf={() => Object.keys(fieldsOf(setting.value))[0]}
      submitLabel="Save setting"
      pendingLabel="Saving..."
      mutationFn={({ fields, version = notSet }, call) =>
        call(putSetting, {
          params: { name },
          body: { value: valueOf(fields), version: version === notSet ? null : version },
        })
      }
      successToast={({ value }) => ({
        title: 'Setting saved',
        description: `${label}: ${formatSettingValue(name, value)}.`,
      })}
      errorToast="The setting could not be saved. Please try again."
    >
      <Fields setting={setting} />
    </FormDialog>
  )
}

/** The version of a setting without a row; rows start at 1. */
const notSet = 0
