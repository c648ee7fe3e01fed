import { closeCompletion, completionKeymap, completionStatus } from '@codemirror/autocomplete'
import { history, historyKeymap, standardKeymap } from '@codemirror/commands'
import { Annotation, Compartment, EditorState } from '@codemirror/state'
import { EditorView, keymap, tooltips, type ViewUpdate } from '@codemirror/view'
import { useEffect, useLayoutEffect, useRef } from 'react'
import type { FieldControl } from './field.tsx'
import { placeholderExtensions } from './placeholder-extensions.ts'
import { placeholderAt, type Placeholders } from './placeholders.ts'

export type PlaceholderEditorProps = {
  control: FieldControl
  labelId: string
  value: string
  onChange: (value: string) => void
  onBlur: () => void
  /** Called with the placeholder at the cursor. */
  onPoint: (name: string | undefined) => void
  names: Placeholders
  ref: (focusable: HTMLElement | null) => void
}

/** Marks changes that the user did not type. */
const fromOutside = Annotation.define<true>()

/** A CodeMirror editor that marks, completes and explains placeholders. Tab leaves it, as in a textarea. */
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
    const removeListener = keepEscape(view)
    const label = document.getElementById(latest.current.labelId)
    const focus = () => view.focus()
    label?.addEventListener('click', focus)
    return () => {
      label?.removeEventListener('click', focus)
      removeListener()
      latest.current.ref(null)
      view.destroy()
    }
  }, [])
  const { id, ...aria } = control
  const attributes = JSON.stringify(aria)
  useLayoutEffect(() => {
    editor.current?.dispatch({
      effects: attributeCompartment.reconfigure(
        EditorView.contentAttributes.of({
          id,
          'aria-labelledby': labelId,
          ...definedAttributes(JSON.parse(attributes) as Partial<FieldControl>),
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

const attributeCompartment = new Compartment()

type Handlers = { names: () => Placeholders; onUpdate: (update: ViewUpdate) => void }

function newView(parent: HTMLElement, doc: string, { names, onUpdate }: Handlers) {
  // Tooltips inside the dialog are not cut off by its scroll area.
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
        attributeCompartment.of([]),
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

/** Escape closes the completion list instead of the dialog around it. */
function keepEscape(view: EditorView) {
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !view.hasFocus || completionStatus(view.state) !== 'active')
      return
    event.preventDefault()
    event.stopPropagation()
    closeCompletion(view)
  }
  // Before the dialog, which listens on the document.
  addEventListener('keydown', onKeyDown, { capture: true })
  return () => removeEventListener('keydown', onKeyDown, { capture: true })
}

const definedAttributes = (attributes: Partial<FieldControl>) =>
  Object.fromEntries(
    Object.entries(attributes).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, String(value)]],
    ),
  )

const editorTheme = EditorView.theme({
  '&': { color: 'var(--color-ink)' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': {
    minHeight: '9rem',
    maxHeight: '22rem',
    fontFamily: 'var(--font-mono)',
    lineHeight: '1.6',
    overflow: 'auto',
  },
  '.cm-content': { padding: '0.5rem 0', caretColor: 'var(--color-ink)' },
  '.cm-line': { padding: '0 0.75rem' },
  '.cm-known, .cm-unknown': { borderRadius: '0.25rem' },
  '.cm-known': { backgroundColor: 'var(--color-brand-soft)', color: 'var(--color-brand-ink)' },
  '.cm-unknown': {
    backgroundColor: 'var(--color-red-soft)',
    color: 'var(--color-red-ink)',
    textDecoration: 'underline wavy',
    textUnderlineOffset: '0.2em',
  },
  '.cm-tooltip, .cm-tooltip.cm-tooltip-autocomplete': {
    border: '1px solid var(--color-outline)',
    borderRadius: 'var(--radius-md)',
    backgroundColor: 'var(--color-surface)',
    color: 'var(--color-ink)',
    boxShadow: 'var(--shadow-float)',
    fontSize: 'var(--text-sm)',
  },
  '.cm-tooltip.cm-tooltip-hover': { zIndex: 60 },
  '.cm-tooltip.cm-tooltip-autocomplete > ul': {
    maxHeight: '15rem',
    maxWidth: 'min(26rem, calc(100vw - 4rem))',
    padding: '0.25rem',
    fontFamily: 'var(--font-mono)',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li': {
    display: 'flex',
    alignItems: 'center',
    minHeight: '2rem',
    padding: '0.25rem 0.5rem',
    borderRadius: 'var(--radius-md)',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li[aria-selected]': {
    backgroundColor: 'var(--color-brand-soft)',
    color: 'var(--color-brand-ink)',
    // Visible in forced colors.
    outline: '2px solid transparent',
    outlineOffset: '-2px',
  },
  '.cm-completionMatchedText': {
    textDecoration: 'none',
    fontWeight: 'var(--font-weight-semibold)',
  },
  '.cm-completionDetail': {
    marginLeft: 'auto',
    paddingLeft: '1rem',
    fontFamily: 'var(--font-sans)',
    fontStyle: 'normal',
    fontSize: 'var(--text-xs)',
    color: 'var(--color-muted)',
  },
  'li[aria-selected] .cm-completionDetail': { color: 'inherit' },
  '.cm-tooltip.cm-completionInfo': { maxWidth: '16rem', padding: '0' },
  // Without room beside the list it would cover it.
  '.cm-completionInfo-left-narrow, .cm-completionInfo-right-narrow': { display: 'none' },
  '.cm-named': { maxWidth: '20rem', padding: '0.5rem 0.75rem', fontSize: 'var(--text-xs)' },
  '.cm-named p + p': { marginTop: '0.25rem', color: 'var(--color-muted)' },
  '.cm-named p': { overflowWrap: 'anywhere' },
})
