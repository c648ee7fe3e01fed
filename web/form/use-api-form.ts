import { useEffect, useId, useRef, useState } from 'react'
import { type DefaultValues, type FieldValues, type Path, useForm } from 'react-hook-form'
import type { z } from 'zod'
import { ApiError } from '#web/lib/api.ts'
import { isVersionConflict, isOutcomeUnknown } from '#web/lib/error-kinds.ts'
import { formResolver } from './form-resolver.ts'
import { type FormDraft, findDraft, useFormDraft } from './form-drafts.ts'
import { useApiMutation, type ApiMutationOptions } from './use-api-mutation.ts'

export type Submission<Fields> = { fields: Fields; version: number | undefined }
/** The row as somebody else saved it. */
export type SavedRow<Fields> = { fields: DefaultValues<Fields>; version: number }

/** Every field must have a value, so that it is sent and its error is shown. */
export type InitialValues<Fields> = DefaultValues<Fields> & Record<keyof Fields, unknown>

export type ApiFormOptions<Fields extends FieldValues, Checked, Data> = ApiMutationOptions<
  Submission<Checked>,
  Data
> & {
  schema: z.ZodType<Checked, Fields>
  /** Undefined while they load. Later changes are ignored. */
  defaults: InitialValues<Fields> | undefined
  /** The version of the row being edited; missing where the form creates one. */
  version?: number
  /** Reads the row again after a version conflict. */
  reloadRow?: () => Promise<SavedRow<Fields>>
  /** The name of a field in the request body, where it differs. */
  serverFieldName?: (name: string, fields: Fields) => string | undefined
  /** The field that shows an error for which the server names none. */
  fieldOf?: (refusal: ApiError) => Path<Fields> | undefined
  /** Keeps what was typed when the login ends. */
  draftKey?: string | undefined
  onInvalid?: () => void
}

export type ApiFormState<Fields extends FieldValues, Checked> = ReturnType<
  typeof useApiForm<Fields, Checked, unknown>
>

/**
 * A form with its validation and mutation. Errors, also the server's, appear at their fields, and the first gets the
 * focus. After a version conflict the other person's values are shown before anything is overwritten.
 */
export function useApiForm<Fields extends FieldValues, Checked, Data>(
  options: ApiFormOptions<Fields, Checked, Data>,
) {
  const {
    schema,
    defaults,
    reloadRow,
    serverFieldName,
    fieldOf,
    draftKey,
    onInvalid,
    ...mutation
  } = options
  const id = useId()
  const [draft] = useState(() => (draftKey ? findDraft(draftKey) : undefined))
  const [version, setVersion] = useState(draft?.version ?? options.version)
  const [base, setBase] = useState(defaults)
  const [theirs, setTheirs] = useState<DefaultValues<Fields>>()
  const isDone = useRef(false)
  const methods = useForm<Fields, unknown, Checked>({
    resolver: formResolver(schema),
    ...(defaults && { defaultValues: defaults }),
  })
  // Reading `dirtyFields` makes the form track them, for `keepDirtyValues` below.
  const { isDirty, dirtyFields: _own } = methods.formState
  const isReady = defaults !== undefined
  const wasReady = useRef(isReady)
  useEffect(() => {
    if (!isReady) return
    if (!wasReady.current) {
      methods.reset(defaults)
      setBase(defaults)
      setVersion(draft?.version ?? options.version)
    }
    wasReady.current = true
    if (draft) methods.reset(draft.fields as Fields, { keepDefaultValues: true })
    // oxlint-disable-next-line react/exhaustive-deps -- only the first defaults count
  }, [isReady])
  useFormDraft(isReady ? draftKey : undefined, (): FormDraft | undefined =>
    isDirty && !isDone.current ? { fields: methods.getValues(), version } : undefined,
  )

  const fieldNames = Object.keys(defaults ?? {}) as Path<Fields>[]
  function showFieldErrors(error: Error) {
    if (!(error instanceof ApiError) || (reloadRow && isVersionConflict(error))) return
    const { fields } = error
    const getMessage = (name: string) =>
      fields[serverFieldName ? (serverFieldName(name, methods.getValues()) ?? '') : name]
    const wrong = fieldNames.filter(getMessage)
    const other = wrong.length ? undefined : fieldOf?.(error)
    for (const [index, name] of (other ? [other] : wrong).entries())
      methods.setError(
        name,
        { message: getMessage(name) ?? error.serverMessage ?? '' },
        { shouldFocus: index === 0 },
      )
  }

  /** JSON of submissions without an answer: any of them may have been saved. */
  const unconfirmed = useRef<string[]>([])
  const sending = useApiMutation<Submission<Checked>, Data>({
    ...mutation,
    mutationFn: async (sent, call) => {
      try {
        return await mutation.mutationFn(sent, call)
      } catch (error) {
        if (!reloadRow) throw error
        if (isOutcomeUnknown(error)) unconfirmed.current.push(JSON.stringify(sent.fields))
        // Without the row, the conflict is what is shown.
        const now = isVersionConflict(error) && (await reloadRow().catch(() => undefined))
        if (!now) throw error
        setVersion(now.version)
        if (unconfirmed.current.includes(JSON.stringify(schema.safeParse(now.fields).data)))
          return mutation.mutationFn({ ...sent, version: now.version }, call)
        // Untouched fields take the other person's values; typed ones stay, with theirs shown below.
        methods.reset(now.fields as Fields, { keepDirtyValues: true })
        setTheirs(now.fields)
        throw error
      }
    },
    onSuccess: (data, sent) => {
      isDone.current = true
      mutation.onSuccess?.(data, sent)
    },
    onError: (error, sent) => {
      showFieldErrors(error)
      mutation.onError?.(error, sent)
    },
  })
  return {
    methods,
    id,
    isReady,
    fieldNames: fieldNames as readonly string[],
    isPending: sending.isPending,
    error: sending.error,
    submit: methods.handleSubmit(
      (fields) => sending.run({ fields, version }),
      () => onInvalid?.(),
    ),
    isDirty,
    /** For `useUnsavedChanges`: once saved, `isDirty` may still be true. */
    unsaved: { isUnsaved: isDirty, hasUnsaved: () => isDirty && !isDone.current },
    isRestored: draft !== undefined,
    /** The values before any editing. */
    base: base as Record<string, unknown> | undefined,
    /** What somebody else saved in the meantime. */
    theirs: theirs as Record<string, unknown> | undefined,
    acceptTheirs: (name?: string) => {
      if (!theirs) return
      if (name !== undefined)
        methods.setValue(name as Path<Fields>, theirs[name] as never, {
          shouldDirty: true,
          shouldValidate: true,
        })
      else {
        methods.reset(theirs as Fields)
        setTheirs(undefined)
      }
    },
  }
}
