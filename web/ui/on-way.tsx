import { useEffect, useState } from 'react'
import { classNames } from './class-names.ts'
import { solidTone } from './tone.ts'

/** Milliseconds that nobody notices. */
const moment = 200

/** At the top of the window: another page is on its way. */
export function OnWay() {
  const [isLate, setLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), moment)
    return () => clearTimeout(timer)
  }, [])
  return (
    isLate && (
      <output className="fixed inset-x-0 top-0 z-50 h-1 overflow-hidden">
        <span className="sr-only">Loading</span>
        <span
          className={classNames(
            'block h-full w-1/3 animate-sweep motion-reduce:w-full',
            solidTone.brand,
          )}
        />
      </output>
    )
  )
}
