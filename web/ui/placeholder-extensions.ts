import { autocompletion, type Completion, pickedCompletion } from '@codemirror/autocomplete'
import { type Extension, StateField } from '@codemirror/state'
import { Decoration, type DecorationSet, EditorView, hoverTooltip } from '@codemirror/view'
import {
  inBraces,
  placeholderAt,
  placeholderBeingTyped,
  type Placeholders,
} from './placeholders.ts'

/** What is known of names may change while one types: it is asked for each time. */
type Known = () => Placeholders

/** What is named in the text of an editor shows, is offered while typing, and is explained under the pointer. */
export const placeholderExtensions = (names: Known): Extension => [
  marks(names),
  offered(names),
  hoverTooltip((view, position) => {
    const found = placeholderAt(names().find(view.state.doc.toString()), position)
    return found
      ? {
          pos: found.from,
          end: found.to,
          above: true,
          create: () => ({ dom: explained(names(), found.name) }),
        }
      : null
  }),
]

const known = Decoration.mark({ class: 'cm-known' })
const unknown = Decoration.mark({ class: 'cm-unknown' })

function marks(names: Known) {
  const marked = (text: string) =>
    Decoration.set(
      names()
        .find(text)
        .map(({ isKnown, from, to }) => (isKnown ? known : unknown).range(from, to)),
    )
  return StateField.define<DecorationSet>({
    create: ({ doc }) => marked(doc.toString()),
    update: (before, { docChanged, newDoc }) => (docChanged ? marked(newDoc.toString()) : before),
    provide: (field) => EditorView.decorations.from(field),
  })
}

function offered(names: Known) {
  const option = ({ name, group }: Placeholders['all'][number]): Completion => ({
    label: name,
    detail: group,
    apply: put,
    info: () => explained(names(), name),
  })
  const offers = autocompletion({
    icons: false,
    // What is offered stands in the order of its groups.
    compareCompletions: () => 0,
    interactionDelay: 0,
    override: [
      (context) => {
        const typed = typedAt(context.state, context.pos)
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
  return [offers, EditorView.updateListener.of(({ view }) => letScroll(view))]
}

/** What scrolls must be reachable by keyboard (WCAG 2.1.1), though the arrow keys scroll the list from the text. */
function letScroll({ contentDOM }: EditorView) {
  const list = document.getElementById(contentDOM.getAttribute('aria-controls') ?? '')
  if (list && list.tabIndex !== 0) list.tabIndex = 0
}

function typedAt(state: EditorView['state'], position: number) {
  const line = state.doc.lineAt(position)
  const at = position - line.from
  const typed = placeholderBeingTyped(line.text.slice(0, at), line.text.slice(at))
  return typed && { ...typed, from: line.from + typed.from, to: line.from + typed.to }
}

function put(view: EditorView, completion: Completion) {
  const typed = typedAt(view.state, view.state.selection.main.head)
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

function explained(names: Placeholders, name: string) {
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
