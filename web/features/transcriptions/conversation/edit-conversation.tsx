import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { z } from 'zod'
import { type SessionDetail, updateSession } from '#contract/sessions/sessions.ts'
import { RestoredNotice } from '#web/form/api-form.tsx'
import { useUnsavedChanges } from '#web/form/use-unsaved-changes.tsx'
import { useApiForm } from '#web/form/use-api-form.ts'
import { serverMessage } from '#web/lib/api.ts'
import { refetchQuery } from '#web/lib/query.ts'
import { storeSession, transcriptQuery } from '#web/lib/session-queries.ts'
import { isVersionConflict } from '#web/lib/error-kinds.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { Textarea } from '#web/ui/input.tsx'

const failure = 'Failed to update transcript. Please try again.'
const fields = z.object({ text: z.string() })

/** The key under which an unsaved conversation survives the end of a login. */
export const draftName = (sessionId: string) => `conversation ${sessionId}`

type EditConversationProps = { session: SessionDetail; onDone: () => void }

/** Shows a conflicting version next to the user's own, and confirms an empty text, which deletes the conversation. */
export function EditConversation({ session, onDone }: EditConversationProps) {
  const queries = useQueryClient()
  const [isAsking, setAsking] = useState(false)
  const { id, version } = session
  const query = transcriptQuery(id)
  const { methods, submit, isPending, unsaved, error, theirs, acceptTheirs, isRestored } =
    useApiForm({
      schema: fields,
      defaults: { text: session.transcribedTextScripted ?? '' },
      version,
      reloadRow: async () => {
        const now = await refetchQuery(queries, query)
        return { fields: { text: now.transcribedTextScripted ?? '' }, version: now.version }
      },
      draftKey: draftName(id),
      mutationFn: ({ fields: { text }, version: read }, call) =>
        call(updateSession, {
          params: { id },
          query: { transcripts: 'omit' },
          body: { transcribedTextScripted: text, version: read },
        }),
      successToast: ({ hasConversation }) => ({
        title: hasConversation ? 'Conversation saved' : 'Conversation deleted',
      }),
      errorToast: (refusal) => ({
        title: 'Error',
        description: isVersionConflict(refusal) ? serverMessage(refusal, failure) : failure,
      }),
      onSuccess: (saved, { fields: { text } }) => {
        const { hasConversation } = saved
        storeSession(queries, saved)
        queries.setQueryData(
          query.queryKey,
          (before) =>
            before && {
              ...before,
              version: saved.version,
              hasConversation,
              conversationOrigin: saved.conversationOrigin,
              transcribedTextScripted: hasConversation ? text : null,
            },
        )
        onDone()
      },
      onError: () => setAsking(false),
    })
  const { question } = useUnsavedChanges(unsaved)
  const save = () => {
    if (methods.getValues('text').trim()) void submit()
    else setAsking(true)
  }
  return (
    <form
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        save()
      }}
    >
      {theirs ? (
        <Banner tone="amber" role="alert">
          <strong>Someone else has saved this conversation.</strong> Your version is still here,
          next to theirs, but not saved yet.
        </Banner>
      ) : (
        isRestored && <RestoredNotice />
      )}
      <div className={theirs ? 'grid grid-cols-2 gap-4 max-md:grid-cols-1' : undefined}>
        {theirs && (
          <Field
            label="Theirs"
            hint={
              theirs['text']
                ? 'The saved version. You can copy from it.'
                : 'They deleted the conversation.'
            }
          >
            {(control) => (
              <Textarea {...control} readOnly rows={18} value={String(theirs['text'])} />
            )}
          </Field>
        )}
        <Field
          label="Conversation text"
          error={error && !isVersionConflict(error) ? failure : undefined}
          hint="Press Ctrl or ⌘ + Enter to save."
        >
          {(control) => (
            <Textarea
              {...control}
              // oxlint-disable-next-line jsx-a11y/no-autofocus -- the button that had the focus made way for this field
              autoFocus
              rows={18}
              readOnly={isPending}
              {...methods.register('text')}
              onKeyDown={(event) => {
                if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) save()
              }}
            />
          )}
        </Field>
      </div>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" size="sm" isPending={isPending} pendingLabel="Saving...">
          {theirs ? 'Save mine over theirs' : 'Save'}
        </Button>
        {theirs && (
          <Button
            variant="secondary"
            size="sm"
            disabled={isPending || !theirs['text']}
            onClick={() => acceptTheirs()}
          >
            Take theirs
          </Button>
        )}
        <Button variant="secondary" size="sm" disabled={isPending} onClick={onDone}>
          Cancel
        </Button>
      </div>
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        title="Delete this conversation?"
        description={`Saving an empty text permanently deletes the conversation${
          session.sharing ? `, also for ${session.clientName}, who can read it now` : ''
        }. The raw transcript stays and can be processed again.`}
        confirmLabel="Delete conversation"
        cancelLabel="Keep editing"
        pendingLabel="Deleting..."
        isPending={isPending}
        onConfirm={() => void submit()}
      />
      {question}
    </form>
  )
}
