import { Pencil, RotateCcw } from 'lucide-react'
import { useState } from 'react'
import { settingEntry, type Setting, resetSetting } from '#contract/settings/settings.ts'
import { formatDateTime } from '#web/lib/dates.ts'
import { Button } from '#web/ui/button.tsx'
import { formatDefault, formatSettingValue } from './setting-format.ts'
import { EditSetting } from './edit-setting.tsx'
import { useApiMutation } from '#web/form/use-api-mutation.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { ExpiredRowCount } from './expired-row-count.tsx'

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
