import { settingEntry, resetSetting, type Setting } from '#contract/installation.ts'
import { useWrite } from '#web/form/use-write.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { RowsRemoved } from './rows-removed.tsx'
import { valueInWords } from './setting-words.ts'

type ResetSettingProps = { setting: Setting; isOpen: boolean; onClose: () => void }

/** Asks before a setting goes back to its default, with what that removes. */
export function ResetSetting({ setting, isOpen, onClose }: ResetSettingProps) {
  const { name, value, defaultValue, version } = setting
  const { label } = settingEntry(name)
  const reset = useWrite({
    write: (_sent: void, call) => call(resetSetting, { params: { name }, body: { version } }),
    done: () => ({ title: 'Back to the default', description: `${label} is set back.` }),
    failed: 'The setting could not be changed. Please try again.',
    onSuccess: onClose,
  })
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onOpenChange={onClose}
      title={`${label}: back to the default?`}
      description={
        <>
          Instead of {valueInWords(name, value)} it will be {valueInWords(name, defaultValue)}.{' '}
          <RowsRemoved name={name} days={isOpen ? defaultValue : null} now={value} />
        </>
      }
      confirmLabel="Set back"
      pendingLabel="Setting back..."
      tone="primary"
      isPending={reset.isPending}
      onConfirm={() => reset.run()}
    />
  )
}
