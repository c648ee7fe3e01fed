import type { ReactNode } from 'react'
import { useController } from 'react-hook-form'
import { Switch } from '#web/ui/switch.tsx'
import { useFormConflict } from './api-form.tsx'
import { ConflictNotice } from './conflict-notice.tsx'

type SwitchFieldProps = {
  name: string
  label: ReactNode
  hint?: ReactNode
  isDisabled?: boolean
  /** Disabled and shown as off for now, without changing the value. */
  isOff?: boolean
}

export function SwitchField({ name, label, hint, isDisabled, isOff }: SwitchFieldProps) {
  useFormConflict(name)
  const { ref, value, onChange, onBlur } = useController({ name }).field
  return (
    <div className="py-2">
      <Switch
        ref={ref}
        onBlur={onBlur}
        label={label}
        hint={hint}
        disabled={isDisabled || isOff}
        checked={value === true && !isOff}
        onCheckedChange={onChange}
      />
      <ConflictNotice name={name} show={(isOn) => (isOn === true ? 'on' : 'off')} />
    </div>
  )
}
