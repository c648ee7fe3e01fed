import type { ProviderForm } from '#contract/integrations/providers/fields.ts'
import { isBuiltIn } from '#contract/integrations/providers/settings.ts'
import { AppError } from '../../platform/errors.ts'
import type { Settings } from '../../providers/provider.ts'

const maxPerType = 50

/** Throws conflict for a second built-in provider: two local disks would delete each other's files as orphans. */
export function requireAddable(
  form: ProviderForm,
  others: readonly { provider: string }[],
  key: string,
) {
  if (others.length >= maxPerType)
    throw new AppError('conflict', `There are already ${maxPerType} providers of this type.`)
  if (isBuiltIn(form) && others.some(({ provider }) => provider === key))
    throw new AppError('conflict', `${form.label} has already been added.`)
}

/** Whether stored files would no longer be found. '/coaching/' and 'coaching' are the same location. */
export const isLocationChanged = ({ fields }: ProviderForm, before: Settings, after: Settings) =>
  Object.keys(fields).some(
    (name) =>
      fields[name]?.isLocation && normalizePath(before[name]) !== normalizePath(after[name]),
  )

const normalizePath = (value = '') => value.split('/').filter(Boolean).join('/')
