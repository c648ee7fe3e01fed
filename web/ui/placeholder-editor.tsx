import { closeCompletion, completionKeymap, completionStatus } from '@codemirror/autocomplete'
import { history, historyKeymap, standardKeymap } from '@codemirror/commands'
import { Annotation, Compartment, EditorState } from '@codemirror/state'
import { EditorView, keymap, tooltips, type ViewUpdate } from '@codemirror/view'
import { useEffect, useLayoutEffect, useRef } from 'react'
import type { FieldControl } from './field.tsx'
import { placeholderExtensions } from './placeholder-extensions.ts'
import { placeholderAt, type Placeholders } from './placeholders.ts'
import { editorTheme } from './editor-theme.ts'

export type PlaceholderEditorProps = {
  control: FieldControl
  /** The id of its label. */
  labelId: string
  value: string
  onChange: (value: string) => void
  onBlur: () => void
  /** The name at the cursor. */
  onPoint: (name: string | undefined) => void
  names: Placeholders
  /** Takes what gets the focus. */
  ref: (focusable: HTMLElement | null) => void
}

/** What comes from outside is not what was typed. */
const fromOutside = Annotation.define<true>()

/**
 * A text in which things are named, inside a Field: known names are marked and offered, unknown ones stand out. Enter
 * makes a line, and Tab leaves, as in a textarea.
 */
export function PlaceholderEditor(props: PlaceholderEditorProps) {
  const host = useRef<HTMLDivElement>(null)
  const editor = useRef<EditorView>(undefined)
  const latest = useRef(props)
  const { control, labelId, value } = props
  useLayoutEffect(() => {
    latest.current = props
  })
  useLayoutEffect(() => {
    const parent = host.current
    if (!parent) return
    const view = newView(parent, latest.current.value, {
      names: () => latest.current.names,
      onUpdate: (update) => notifyHandlers(update, latest.current),
    })
    editor.current = view
    latest.current.ref(view.contentDOM)
    const stop = keepEscape(view)
    const label = document.getElementById(latest.current.labelId)
    const focus = () => view.focus()
    label?.addEventListener('click', focus)
    return () => {
      label?.removeEventListener('click', focus)
      stop()
      latest.current.ref(null)
      view.destroy()
    }
  }, [])
  const { id, ...said } = control
  const attributes = JSON.stringify(said)
  // Nobody finds it without its name, not even for a moment.
  useLayoutEffect(() => {
    editor.current?.dispatch({
      effects: named.reconfigure(
        EditorView.contentAttributes.of({
          id,
          'aria-labelledby': labelId,
          ...spoken(JSON.parse(attributes) as Partial<FieldControl>),
        }),
      ),
    })
  }, [id, labelId, attributes])
  useEffect(() => {
    const view = editor.current
    if (!view || value.replaceAll(/\r\n?/g, '\n') === view.state.doc.toString()) return
    view.dispatch({
      changes: { from: 0, to: view.state.doc.length, insert: value },
      annotations: fromOutside.of(true),
    })
  }, [value])
  return <div ref={host} className="text-base md:text-sm" />
}

const named = new Compartment()

type Handlers = { names: () => Placeholders; onUpdate: (update: ViewUpdate) => void }

function newView(parent: HTMLElement, doc: string, { names, onUpdate }: Handlers) {
  // Where it lies in a dialog, what opens belongs there, and is not cut off by the part that scrolls.
  const dialog = parent.closest<HTMLElement>('[role="dialog"]')
  return new EditorView({
    parent,
    state: EditorState.create({
      doc,
      extensions: [
        history(),
        placeholderExtensions(names),
        keymap.of([...completionKeymap, ...historyKeymap, ...standardKeymap]),
        EditorView.lineWrapping,
        EditorView.updateListener.of(onUpdate),
        EditorView.contentAttributes.of({ spellcheck: 'true' }),
        named.of([]),
        editorTheme,
        ...(dialog ? [tooltips({ parent: dialog, position: 'absolute' })] : []),
      ],
    }),
  })
}

function notifyHandlers(
  update: ViewUpdate,
  { names, onChange, onBlur, onPoint }: PlaceholderEditorProps,
) {
  const { docChanged, selectionSet, focusChanged, transactions, state, view } = update
  if (docChanged && !transactions.some((it) => it.annotation(fromOutside)))
    onChange(state.doc.toString())
  if (docChanged || selectionSet || focusChanged)
    onPoint(
      view.hasFocus
        ? placeholderAt(names.find(state.doc.toString()), state.selection.main.head)?.name
        : undefined,
    )
  if (focusChanged && !view.hasFocus) onBlur()
}

/** While names are offered, Escape closes what is offered and not the dialog around it. */
function keepEscape(view: EditorView) {
  const listen = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !view.hasFocus || completionStatus(view.state) !== 'active')
      return
    event.preventDefault()
    event.stopPropagation()
    closeCompletion(view)
  }
  // The dialog listens at the document, before anything inside of it.
  addEventListener('keydown', listen, { capture: true })
  return () => removeEventListener('keydown', listen, { capture: true })
}

const spoken = (attributes: Partial<FieldControl>) =>
  Object.fromEntries(
    Object.entries(attributes).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, String(value)]],
    ),
  )
