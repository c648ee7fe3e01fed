import { settingEntry, resetSetting, type Setting } from '#contract/installation.ts'
import { useApiMutation } from '#web/form/use-api-mutation.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { ExpiredRowCount } from './expired-row-count.tsx'
import { formatSettingValue } from './setting-format.ts'

type ResetSettingProps = { setting: Setting; isOpen: boolean; onClose: () => void }

/** Resets a setting to its default after a confirmation, which shows what that deletes. */
export function ResetSetting({ setting, isOpen, onClose }: ResetSettingProps) {
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
