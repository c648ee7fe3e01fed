import { useId } from 'react'
import { TextField } from './fields.tsx'

const zones = Intl.supportedValuesOf('timeZone')

/** Suggests the zones that the browser knows. */
export function TimeZoneField({ name, hint }: { name: string; hint?: string }) {
  const id = useId()
  return (
    <>
      <TextField name={name} label="Time zone" list={id} hint={hint} />
      <datalist id={id}>
        {zones.map((it) => (
          <option key={it} value={it}>
            {it}
          </option>
        ))}
      </datalist>
    </>
  )
}
