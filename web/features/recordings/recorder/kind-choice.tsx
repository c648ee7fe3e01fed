import { AppWindow, type LucideIcon, Mic, Video } from 'lucide-react'
import { useId } from 'react'
import { classNames } from '#web/ui/class-names.ts'
import type { RecordingKind } from './recorder-state.ts'

type Kind = { icon: LucideIcon; label: string; hint: string }

const kinds: Record<RecordingKind, Kind> = {
  camera: { icon: Video, label: 'Camera and microphone', hint: 'You’re in one room.' },
  microphone: { icon: Mic, label: 'Microphone only', hint: 'The picture stays still.' },
  call: {
    icon: AppWindow,
    label: 'Video call',
    hint: 'A tab or window with its sound, and your microphone.',
  },
}

type KindChoiceProps = {
  value: RecordingKind
  canRecordCalls: boolean
  isDisabled: boolean
  onChange: (kind: RecordingKind) => void
}

/** What is recorded. */
export function KindChoice({ value, canRecordCalls, isDisabled, onChange }: KindChoiceProps) {
  const name = useId()
  return (
    <fieldset disabled={isDisabled} className="grid gap-2 sm:grid-cols-3">
      <legend className="mb-1.5 text-sm font-semibold">What to record</legend>
      {(Object.keys(kinds) as RecordingKind[]).map((kind) => {
        const { icon: Icon, label, hint } = kinds[kind]
        const isImpossible = kind === 'call' && !canRecordCalls
        return (
          <div
            key={kind}
            className={classNames(
              'relative flex items-start gap-3 rounded-md border p-3 transition-colors has-focus-visible:outline-2 has-focus-visible:outline-brand',
              value === kind
                ? 'border-brand bg-brand-soft'
                : isImpossible
                  ? 'border-line text-muted'
                  : 'border-outline hover:bg-sunken',
            )}
          >
            <input
              type="radio"
              id={`${name}-${kind}`}
              name={name}
              value={kind}
              checked={value === kind}
              disabled={isImpossible}
              aria-describedby={`${name}-${kind}-hint`}
              onChange={() => onChange(kind)}
              className="relative z-10 mt-1 shrink-0"
            />
            <div className="min-w-0">
              <label
                htmlFor={`${name}-${kind}`}
                // The whole card can be clicked.
                className="flex items-start gap-2 font-semibold before:absolute before:inset-0"
              >
                <Icon aria-hidden size={16} className="mt-0.5 shrink-0 max-sm:hidden" />
                {label}
              </label>
              <span id={`${name}-${kind}-hint`} className="block text-xs text-muted">
                {isImpossible ? 'Only in Chrome or Edge on a computer.' : hint}
              </span>
            </div>
          </div>
        )
      })}
    </fieldset>
  )
}
