import type { ProviderForm } from '#contract/providers/fields.ts'
import { isBuiltIn } from '#contract/providers/settings.ts'
import { AppError } from '../../platform/errors.ts'
import type { Settings } from '../../providers/adapter.ts'

/** Each type has a few; more than this is a mistake of whoever calls. */
const mostOfType = 50

/** What is built in keeps everything in the one place that there is: of two each would take the other's files for its own leavings. */
export function requireNew(
  form: ProviderForm,
  others: readonly { provider: string }[],
  key: string,
) {
  if (others.length >= mostOfType)
    throw new AppError('conflict', `There are ${mostOfType} providers of this type already.`)
  if (isBuiltIn(form) && others.some(({ provider }) => provider === key))
    throw new AppError('conflict', `${form.label} is there already.`)
}

/** Whether what was kept with the one's settings is not found with the other's. '/coaching/' and 'coaching' are one place. */
export const isElsewhere = ({ fields }: ProviderForm, before: Settings, after: Settings) =>
  Object.keys(fields).some(
    (name) => fields[name]?.isPlace && placeIn(before[name]) !== placeIn(after[name]),
  )

const placeIn = (value = '') => value.split('/').filter(Boolean).join('/')
