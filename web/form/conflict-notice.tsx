import { useWatch } from 'react-hook-form'
import { useFormConflict } from './api-form.tsx'

type ConflictNoticeProps = {
  name: string
  show?: (value: unknown) => string
}

/** The value that somebody else saved in the meantime, if it differs. */
export function ConflictNotice({ name, show = String }: ConflictNoticeProps) {
  const { base, theirs, acceptTheirs } = useFormConflict(name)
  const mine: unknown = useWatch({ name })
  if (!theirs || isSame(theirs[name], base?.[name]) || isSame(theirs[name], mine)) return null
  const value = theirs[name]
  return (
    <p className="mb-2 flex flex-wrap items-baseline gap-x-2 rounded-md bg-amber-soft px-3 py-1.5 text-xs text-amber-ink forced-colors:border">
      <span className="min-w-0 break-words">
        Theirs: <strong>{isNothing(value) ? 'nothing' : show(value)}</strong>
      </span>
      <button
        type="button"
        onClick={() => acceptTheirs(name)}
        className="min-h-6 rounded-md font-semibold underline underline-offset-2"
      >
        Take theirs
      </button>
    </p>
  )
}

const isNothing = (value: unknown) => value === null || value === undefined || value === ''
const plain = (value: unknown) => JSON.stringify(isNothing(value) ? null : value)
const isSame = (one: unknown, other: unknown) => plain(one) === plain(other)
