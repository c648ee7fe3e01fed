import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { getNote, type Note, saveNote } from '#contract/notes/notes.ts'
import { draftSaver } from '#web/form/draft-saver.ts'
import { useFormDraft } from '#web/form/form-drafts.ts'
import { useApiMutation } from '#web/form/use-api-mutation.ts'
import { queryFor, refetchQuery } from '#web/lib/query.ts'
import { onSignOut } from '#web/lib/sign-out.ts'

/** Without a session the note is about the client. */
export type NoteSubject = { clientId: string; sessionId?: string | undefined }

/** The parameters of an endpoint about a note. */
export const toSent = ({ clientId, sessionId }: NoteSubject) => ({
  params: { id: clientId },
  query: { sessionId },
})

export const noteQuery = (subject: NoteSubject) => queryFor(getNote, toSent(subject))

/** The text of a note while it is written, saved shortly after each change. */
export function useNote(subject: NoteSubject, note: Note | null) {
  const queries = useQueryClient()
  const query = noteQuery(subject)
  const { send } = useApiMutation({
    mutationFn: (body: { text: string; version: number | undefined }, call) =>
      call(saveNote, { ...toSent(subject), body }),
    onSuccess: (saved) =>
      queries.setQueryData(query.queryKey, (before) => before && { ...before, note: saved }),
    resolvesBeforeRefetch: true,
  })
  const key = subject.sessionId ?? subject.clientId
  const [saver] = useState(() =>
    openSaver(key, () =>
      draftSaver(
        { content: note?.text ?? '', version: note?.version ?? 0, savedAt: note?.savedAt },
        {
          send: (text, version) => send({ text, version }),
          load: async () => (await refetchQuery(queries, query)).note,
          isSame: (text, now: Note) => text === now.text,
        },
      ),
    ),
  )
  const { latest, ...state } = useSyncExternalStore(saver.subscribe, saver.state)
  useEffect(() => {
    void saver.resume()
    return () => void saver.flush()
  }, [saver])
  // Another window has saved it.
  useEffect(() => {
    if (note) saver.adopt(note.text, note)
  }, [saver, note])
  const [first] = useState(latest)
  useFormDraft(`note ${key}`, () =>
    saver.state().latest === first
      ? undefined
      : { fields: { text: saver.state().latest }, version: undefined },
  )

  /** Saves a text over the one that is on the server, which becomes a version. False if that fails. */
  async function replaceBy(text: string) {
    saver.change(text)
    await saver.overwrite()
    return saver.isSaved()
  }
  return {
    ...state,
    text: latest,
    isSaved: latest === state.saved,
    setText: (text: string) => saver.change(text),
    flush: saver.flush,
    replaceBy,
    /** After a conflict; mine becomes a version. */
    take: async (theirs: string) => {
      if (await replaceBy(latest)) await replaceBy(theirs)
    },
  }
}

type NoteSaver = ReturnType<typeof draftSaver<string, Note>>

/** What was typed into the notes of this window, until it is saved also after the page that shows them has closed. */
const savers = new Map<string, NoteSaver>()

/** The saver of a note, which is created where there is none. */
function openSaver(key: string, create: () => NoteSaver) {
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
