import type { Note } from '#contract/notes/notes.ts'
import type { draftSaver } from '#web/form/draft-saver.ts'
import { onSignOut } from '#web/lib/sign-out.ts'

type NoteSaver = ReturnType<typeof draftSaver<string, Note>>

/** What was typed into the notes of this window, until it is saved also after the page that shows them has closed. */
const savers = new Map<string, NoteSaver>()

/** The saver of a note, which is created where there is none. */
export function openSaver(key: string, create: () => NoteSaver) {
  const known = savers.get(key)
  if (known) return known
  const saver = create()
  savers.set(key, saver)
  saver.subscribe(updateQuestion)
  return saver
}

const ask = (event: BeforeUnloadEvent) => event.preventDefault()

/** The browser asks before it closes the window while something is unsaved. */
function updateQuestion() {
  const isUnsaved = [...savers.values()].some((saver) => !saver.isSaved())
  if (isUnsaved) addEventListener('beforeunload', ask)
  else removeEventListener('beforeunload', ask)
}

onSignOut(() => {
  for (const saver of savers.values()) void saver.pause()
  savers.clear()
  updateQuestion()
})
