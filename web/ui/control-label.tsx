import type { ReactNode } from 'react'

type ControlLabelProps = {
  /** The id of the box or switch that it stands beside. */
  id: string
  label: ReactNode
  hint?: ReactNode
  hintId: string | undefined
  /** Only for those who listen. */
  isHidden?: boolean
}

/** What stands beside a box or a switch: a press on it is a press on that. */
export const ControlLabel = ({ id, label, hint, hintId, isHidden = false }: ControlLabelProps) => (
  <div>
    <label htmlFor={id} className={isHidden ? 'sr-only' : 'block text-sm leading-5'}>
      {label}
    </label>
    {hint && (
      <p id={hintId} className="text-xs text-muted">
        {hint}
      </p>
    )}
  </div>
)
