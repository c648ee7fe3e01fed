import type { FieldValues, Path, UseFormSetError } from 'react-hook-form'
import { ApiError } from './api.ts'

/** Puts what the server says of single fields beside them and the focus into the first; false when it says nothing of these. */
export function showServerFields<T extends FieldValues>(
  error: Error,
  names: readonly Path<T>[],
  setError: UseFormSetError<T>,
) {
  const said = error instanceof ApiError ? error.fields : {}
  const wrong = names.filter((name) => said[name])
  wrong.forEach((name, index) =>
    setError(name, { message: said[name] ?? '' }, { shouldFocus: index === 0 }),
  )
  return wrong.length > 0
}
