import type { ProviderForm } from '#contract/providers/fields.ts'
import { isBuiltIn } from '#contract/providers/settings.ts'
import { AppError } from '../errors.ts'
import type { Settings } from '../providers/provider.ts'

/** Each type has a few; more than this is a mistake of whoever calls. */
const mostOfType = 50

type Placed = { provider: string; settings: Settings }

/** Two of one provider never keep things in the same place: each would take the other's files for its own leavings. */
export function requireNew(form: ProviderForm, others: readonly Placed[], it: Placed) {
  if (others.length >= mostOfType)
    throw new AppError('conflict', `There are ${mostOfType} providers of this type already.`)
  const same = others.filter(({ provider }) => provider === it.provider)
  if (isBuiltIn(form) && same.length)
    throw new AppError('conflict', `${form.label} is there already.`)
  const places = placesOf(form)
  if (places.length && same.some((other) => !isElsewhere(form, other, it)))
    throw new AppError(
      'conflict',
      `Another provider keeps its files in the same place (${places.map(([, { label }]) => label).join(', ')}).`,
    )
}

/** Whether what is kept by the one is not found by the other. */
export const isElsewhere = (form: ProviderForm, one: Placed, other: Placed) =>
  placesOf(form).some(([name]) => (one.settings[name] ?? '') !== (other.settings[name] ?? ''))

const placesOf = ({ fields }: ProviderForm) =>
  Object.entries(fields).filter(([, { isPlace }]) => isPlace)
