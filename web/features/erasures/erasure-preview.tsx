import type { z } from 'zod'
import type { previewErasure } from '#contract/erasures/erasures.ts'
import { formatCount } from '#web/lib/numbers.ts'
import { Input } from '#web/ui/input.tsx'

export type Preview = z.infer<typeof previewErasure.response>

export const plural = (count: number, one: string) =>
  `${formatCount(count)} ${one}${count === 1 ? '' : 's'}`

/** What erasing a person deletes, in words. */
export function ErasurePreview({
  name,
  sessions,
  recordings,
  familyMembers,
  keptAccount,
}: Preview) {
  return (
    <>
      <p>
        <strong className="font-semibold wrap-anywhere text-ink">{name}</strong> and everything
        about them{keptAccount !== null && ' as a client'} will be permanently deleted:{' '}
        {plural(sessions, 'session')}, {plural(recordings, 'recording')}, transcripts, values,
        questionnaires, messages{keptAccount === null && ', and the account'}.
      </p>
      {familyMembers.length > 0 && (
        <p className="mt-2">
          This includes {familyMembers.length === 1 ? 'the family member' : 'the family members'}{' '}
          <strong className="font-semibold wrap-anywhere text-ink">
            {familyMembers.join(', ')}
          </strong>
          .
        </p>
      )}
      {keptAccount !== null && <p className="mt-2">{keptAccount}</p>}
    </>
  )
}

type TypeNameProps = { name: string; typed: string; onType: (text: string) => void }

/** The name must be typed, so that nobody is erased by accident. */
export const TypeName = ({ name, typed, onType }: TypeNameProps) => (
  <label className="block text-sm">
    Type <strong className="font-semibold wrap-anywhere">{name.trim()}</strong> to confirm
    <Input
      className="mt-1.5"
      value={typed}
      onChange={(event) => onType(event.target.value)}
      autoComplete="off"
    />
  </label>
)
