import { autocompletion, type Completion, pickedCompletion } from '@codemirror/autocomplete'
import { type Extension, StateField } from '@codemirror/state'
import { Decoration, type DecorationSet, EditorView, hoverTooltip } from '@codemirror/view'
import {
  inBraces,
  placeholderAt,
  placeholderBeingTyped,
  type Placeholders,
} from './placeholders.ts'

/** The placeholders may change while the user types. */
type GetPlaceholders = () => Placeholders

/** Marks placeholders, completes them, and explains them on hover. */
export const placeholderExtensions = (names: GetPlaceholders): Extension => [
  placeholderMarks(names),
  completions(names),
  hoverTooltip((view, position) => {
    const found = placeholderAt(names().find(view.state.doc.toString()), position)
    return found
      ? {
          pos: found.from,
          end: found.to,
          above: true,
          create: () => ({ dom: explanation(names(), found.name) }),
        }
      : null
  }),
]

const known = Decoration.mark({ class: 'cm-known' })
const unknown = Decoration.mark({ class: 'cm-unknown' })

function placeholderMarks(names: GetPlaceholders) {
  const decorate = (text: string) =>
    Decoration.set(
      names()
        .find(text)
        .map(({ isKnown, from, to }) => (isKnown ? known : unknown).range(from, to)),
    )
  return StateField.define<DecorationSet>({
    create: ({ doc }) => decorate(doc.toString()),
    update: (before, { docChanged, newDoc }) => (docChanged ? decorate(newDoc.toString()) : before),
    provide: (field) => EditorView.decorations.from(field),
  })
}

function completions(names: GetPlaceholders) {
  const option = ({ name, group }: Placeholders['all'][number]): Completion => ({
    label: name,
    detail: group,
    apply: applyCompletion,
    info: () => explanation(names(), name),
  })
  const completion = autocompletion({
    icons: false,
    // Keeps the order of the groups.
    compareCompletions: () => 0,
    interactionDelay: 0,
    override: [
      (context) => {
        const typed = unfinishedAt(context.state, context.pos)
        return typed
          ? {
              from: context.pos - typed.typed.length,
              options: names().all.map(option),
              validFor: /^\w*$/,
            }
          : null
      },
    ],
  })
  return [completion, EditorView.updateListener.of(({ view }) => makeListFocusable(view))]
}

/** What scrolls must be reachable by keyboard (WCAG 2.1.1). */
function makeListFocusable({ contentDOM }: EditorView) {
  const list = document.getElementById(contentDOM.getAttribute('aria-controls') ?? '')
  if (list && list.tabIndex !== 0) list.tabIndex = 0
}

function unfinishedAt(state: EditorView['state'], position: number) {
  const line = state.doc.lineAt(position)
  const at = position - line.from
  const typed = placeholderBeingTyped(line.text.slice(0, at), line.text.slice(at))
  return typed && { ...typed, from: line.from + typed.from, to: line.from + typed.to }
}

function applyCompletion(view: EditorView, completion: Completion) {
  const typed = unfinishedAt(view.state, view.state.selection.main.head)
  if (!typed) return
  const insert = inBraces(completion.label)
  view.dispatch({
    changes: { from: typed.from, to: typed.to, insert },
    selection: { anchor: typed.from + insert.length },
    annotations: pickedCompletion.of(completion),
    userEvent: 'input.complete',
    scrollIntoView: true,
  })
}

function explanation(names: Placeholders, name: string) {
  const { what, now } = names.explain(name)
  const box = document.createElement('div')
  box.className = 'cm-named'
  for (const text of [what, now === undefined ? '' : `Now: ${now}`]) {
    if (!text) continue
    const line = document.createElement('p')
    line.textContent = text
    box.append(line)
  }
  return box
}
