import { useEffect, useId, useRef, useState } from 'react'
import { type DefaultValues, type FieldValues, type Path, useForm } from 'react-hook-form'
import type { z } from 'zod'
import { ApiError } from '#web/lib/api.ts'
import { isVersionConflict, isOutcomeUnknown } from '#web/lib/error-kinds.ts'
import { readable } from './half-typed.ts'
import { type Entry, typedBefore, useKeptEntry } from './kept-entries.ts'
import { useWrite, type Write } from './use-write.ts'

/** What a form sends: its fields, and the version of the row that was read. */
export type Filled<Fields> = { fields: Fields; version: number | undefined }
/** The row as somebody else left it. */
export type Theirs<Fields> = { fields: DefaultValues<Fields>; version: number }

/** A field that is missing would be sent as nothing, and its fault would stand nowhere. */
export type Beginning<Fields> = DefaultValues<Fields> & Record<keyof Fields, unknown>

export type BoundFormOptions<Fields extends FieldValues, Checked, Data> = Write<
  Filled<Checked>,
  Data
> & {
  schema: z.ZodType<Checked, Fields>
  /** Every field by name; undefined while they are on their way. Those of the beginning hold until the form is gone. */
  defaults: Beginning<Fields> | undefined
  /** Of the row as it was read; missing where the form makes a new one. */
  version?: number
  /** Reads the row again, when somebody else has changed it. */
  reread?: () => Promise<Theirs<Fields>>
  /** How the server names a field, where not as the form does; undefined where it knows none of it. */
  named?: (name: string, fields: Fields) => string | undefined
  /** The field beside which a refusal stands that names none. */
  fieldOf?: (refusal: ApiError) => Path<Fields> | undefined
  /** A name under which what was typed outlives the end of the login; none while nobody can see the form. */
  keepAs?: string | undefined
  onInvalid?: () => void
}

export type BoundForm<Fields extends FieldValues, Checked> = ReturnType<
  typeof useBoundForm<Fields, Checked, unknown>
>

/**
 * A form with its rule and its write: faults stand beside their fields, those that the server found too, and the first
 * wrong field takes the focus. What somebody else changed meanwhile is shown, never overwritten unseen.
 */
export function useBoundForm<Fields extends FieldValues, Checked, Data>(
  options: BoundFormOptions<Fields, Checked, Data>,
) {
  const { schema, defaults, reread, named, fieldOf, keepAs, onInvalid, ...write } = options
  const id = useId()
  const [kept] = useState(() => (keepAs ? typedBefore(keepAs) : undefined))
  const [version, setVersion] = useState(kept?.version ?? options.version)
  const [base, setBase] = useState(defaults)
  const [theirs, setTheirs] = useState<DefaultValues<Fields>>()
  const isDone = useRef(false)
  const form = useForm<Fields, unknown, Checked>({
    resolver: readable(schema),
    ...(defaults && { defaultValues: defaults }),
  })
  // Read here, or the form does not keep count of it: which fields are one's own matters when theirs arrive.
  const { isDirty, dirtyFields: _own } = form.formState
  const isReady = defaults !== undefined
  const wasReady = useRef(isReady)
  useEffect(() => {
    if (!isReady) return
    if (!wasReady.current) {
      form.reset(defaults)
      setBase(defaults)
      // Of what was read with them, and not of what was known before.
      setVersion(kept?.version ?? options.version)
    }
    wasReady.current = true
    if (kept) form.reset(kept.fields as Fields, { keepDefaultValues: true })
    // oxlint-disable-next-line react/exhaustive-deps -- the defaults of the beginning hold
  }, [isReady])
  // Before the fields are there, what was kept has nowhere to go.
  useKeptEntry(isReady ? keepAs : undefined, (): Entry | undefined =>
    isDirty && !isDone.current ? { fields: form.getValues(), version } : undefined,
  )

  const names = Object.keys(defaults ?? {}) as Path<Fields>[]
  function refused(error: Error) {
    if (!(error instanceof ApiError) || (reread && isVersionConflict(error))) return
    const { fields } = error
    const said = (name: string) => fields[named ? (named(name, form.getValues()) ?? '') : name]
    const wrong = names.filter(said)
    const other = wrong.length ? undefined : fieldOf?.(error)
    for (const [index, name] of (other ? [other] : wrong).entries())
      form.setError(
        name,
        { message: said(name) ?? error.serverMessage ?? '' },
        { shouldFocus: index === 0 },
      )
  }

  /** As JSON, what was sent over a row without an answer: the server may have any of it. */
  const unanswered = useRef<string[]>([])
  const writing = useWrite<Filled<Checked>, Data>({
    ...write,
    write: async (sent, call) => {
      try {
        return await write.write(sent, call)
      } catch (error) {
        if (!reread) throw error
        if (isOutcomeUnknown(error)) unanswered.current.push(JSON.stringify(sent.fields))
        const now = isVersionConflict(error) && (await reread().catch(() => undefined))
        if (!now) throw error
        setVersion(now.version)
        if (unanswered.current.includes(JSON.stringify(schema.safeParse(now.fields).data)))
          return write.write({ ...sent, version: now.version }, call)
        // What one has not touched becomes theirs; what one has typed stays, with theirs beside it.
        form.reset(now.fields as Fields, { keepDirtyValues: true })
        setTheirs(now.fields)
        throw error
      }
    },
    onSuccess: (data, sent) => {
      isDone.current = true
      write.onSuccess?.(data, sent)
    },
    onError: (error, sent) => {
      refused(error)
      write.onError?.(error, sent)
    },
  })
  return {
    form,
    id,
    isReady,
    names: names as readonly string[],
    isPending: writing.isPending,
    error: writing.error,
    submit: form.handleSubmit(
      (fields) => writing.run({ fields, version }),
      () => onInvalid?.(),
    ),
    isDirty,
    /** What was typed is saved, whether or not the form has heard of it yet. */
    isDone,
    wasKept: kept !== undefined,
    /** What the fields held when one began. */
    base: base as Record<string, unknown> | undefined,
    /** What they hold now that somebody else has saved. */
    theirs: theirs as Record<string, unknown> | undefined,
    takeTheirs: (name?: string) => {
      if (!theirs) return
      if (name !== undefined)
        form.setValue(name as Path<Fields>, theirs[name] as never, {
          shouldDirty: true,
          shouldValidate: true,
        })
      else {
        form.reset(theirs as Fields)
        setTheirs(undefined)
      }
    },
  }
}
