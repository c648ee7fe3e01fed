import { Pencil, RotateCcw } from 'lucide-react'
import { useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import {
  type Setting,
  resetSetting,
  listSettings,
  putSetting,
} from '#contract/settings/settings.ts'
import { settingEntry } from '#contract/settings/setting-entries.ts'
import { formatDateTime } from '#web/lib/dates.ts'
import { Button } from '#web/ui/button.tsx'
import { useApiMutation } from '#web/form/use-api-mutation.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { FormDialog } from '#web/form/form-dialog.tsx'
import { queryFor, refetchQuery } from '#web/lib/query.ts'
import { formatDefault, formatSettingValue } from './setting-format.ts'
import { ExpiredRowCount } from './expired-row-count.tsx'
import { getSettingForm } from './setting-forms.tsx'

/** A setting with its value, its default, and its last change. */
export function SettingRow({ setting }: { setting: Setting }) {
  const { name, value, version, changedBy, changedAt } = setting
  const { label, help, environment } = settingEntry(name)
  const [open, setOpen] = useState<'edit' | 'reset'>()
  const isSet = version !== null
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_minmax(0,1fr)_12rem] items-start gap-x-6 gap-y-2 py-4 first:pt-0 last:pb-0 max-md:grid-cols-1">
      <div>
        <h3 className="text-sm font-semibold">{label}</h3>
        <p className="max-w-prose text-muted">{help}</p>
      </div>
      <div className="min-w-0">
        <p className="font-semibold break-words tabular-nums">{formatSettingValue(name, value)}</p>
        <p className="text-xs text-muted">
          {isSet && (
            <>
              Set {changedBy && `by ${changedBy} `}on {changedAt && formatDateTime(changedAt)}.{' '}
            </>
          )}
          {isSet ? `${formatDefault(setting, environment)}.` : describeDefault(environment)}
        </p>
      </div>
      <div className="flex gap-2 md:justify-end">
        {isSet && (
          <Button
            variant="ghost"
            size="sm"
            icon={RotateCcw}
            aria-label={`Restore the default for ${label.toLowerCase()}`}
            onClick={() => setOpen('reset')}
          >
            Default
          </Button>
        )}
        <Button
          variant="secondary"
          size="sm"
          icon={Pencil}
          aria-label={`Edit ${label.toLowerCase()}`}
          onClick={() => setOpen('edit')}
        >
          Edit
        </Button>
      </div>
      <EditSetting setting={setting} isOpen={open === 'edit'} onClose={() => setOpen(undefined)} />
      <ResetSetting
        setting={setting}
        isOpen={open === 'reset'}
        onClose={() => setOpen(undefined)}
      />
    </li>
  )
}

const describeDefault = (environment: string | undefined) =>
  environment ? `Default (from ${environment}).` : 'Default.'

type ResetSettingProps = { setting: Setting; isOpen: boolean; onClose: () => void }

/** Resets a setting to its default after a confirmation, which shows what that deletes. */
function ResetSetting({ setting, isOpen, onClose }: ResetSettingProps) {
  const { name, value, defaultValue, version } = setting
  const { label } = settingEntry(name)
  const reset = useApiMutation({
    mutationFn: (_sent: void, call) => call(resetSetting, { params: { name }, body: { version } }),
    successToast: () => ({ title: 'Default restored', description: label }),
    errorToast: 'The setting could not be changed. Please try again.',
    onSuccess: onClose,
  })
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onClose={onClose}
      title={`Restore the default for ${label.toLowerCase()}?`}
      description={
        <>
          This changes it from {formatSettingValue(name, value)} to{' '}
          {formatSettingValue(name, defaultValue)}.{' '}
          <ExpiredRowCount name={name} rule={defaultValue} now={value} />
        </>
      }
      confirmLabel="Restore default"
      pendingLabel="Restoring..."
      tone="primary"
      isPending={reset.isPending}
      onConfirm={() => reset.run()}
    />
  )
}

type EditSettingProps = { setting: Setting; isOpen: boolean; onClose: () => void }

/** Validated by the setting's schema in the contract. */
function EditSetting({ setting, isOpen, onClose }: EditSettingProps) {
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
