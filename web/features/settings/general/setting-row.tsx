import { Pencil, RotateCcw } from 'lucide-react'
import { useState } from 'react'
import { settingEntry, type Setting } from '#contract/installation.ts'
import { formatDateTime } from '#web/lib/dates.ts'
import { Button } from '#web/ui/button.tsx'
import { optional } from '#web/ui/optional.tsx'
import { formatDefault, formatSettingValue } from './setting-format.ts'

const failed = 'The form could not be loaded.'
const EditSetting = optional(async () => (await import('./edit-setting.tsx')).EditSetting, failed)
const ResetSetting = optional(
  async () => (await import('./reset-setting.tsx')).ResetSetting,
  failed,
)

/** A setting with what is in force, its default, and who changed it when. */
export function SettingRow({ setting }: { setting: Setting }) {
  const { name, value, version, changedBy, changedAt } = setting
  const { label, help, environment } = settingEntry(name)
  const [open, setOpen] = useState<'edit' | 'reset'>()
  // Asked for once, and kept: a dialog closes by itself.
  const [asked, setAsked] = useState({ edit: false, reset: false })
  const show = (which: 'edit' | 'reset') => {
    setAsked({ ...asked, [which]: true })
    setOpen(which)
  }
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
            onClick={() => show('reset')}
          >
            Default
          </Button>
        )}
        <Button
          variant="secondary"
          size="sm"
          icon={Pencil}
          aria-label={`Edit ${label.toLowerCase()}`}
          onClick={() => show('edit')}
        >
          Edit
        </Button>
      </div>
      {asked.edit && (
        <EditSetting
          setting={setting}
          isOpen={open === 'edit'}
          onClose={() => setOpen(undefined)}
        />
      )}
      {asked.reset && (
        <ResetSetting
          setting={setting}
          isOpen={open === 'reset'}
          onClose={() => setOpen(undefined)}
        />
      )}
    </li>
  )
}

const describeDefault = (environment: string | undefined) =>
  environment ? `Default (from ${environment}).` : 'Default.'
