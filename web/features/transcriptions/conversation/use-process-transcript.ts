import { useQueryClient } from '@tanstack/react-query'
import { getSession, type SessionDetail, updateSession } from '#contract/sessions.ts'
import { useApiMutation } from '#web/form/use-api-mutation.ts'
import { serverMessage } from '#web/lib/api.ts'
import { storeSession } from '#web/lib/session-queries.ts'

class NoTemplate extends Error {}

/** Runs the active diarization template and saves the result (docs/product.md, "Conversation"). */
export function useProcessTranscript({ id }: Pick<SessionDetail, 'id'>) {
  const queries = useQueryClient()
  return useApiMutation({
    mutationFn: async (_nothing: void, call) => {
      const { executeTemplate, listTemplates } = await import('#contract/prompts.ts')
      const templates = await call(listTemplates, {})
      const template = templates.find(({ type, isActive }) => type === 'diarization' && isActive)
      if (!template) throw new NoTemplate()
      const { transcribedTextRaw, version } = await call(getSession, {
        params: { id },
        query: { transcripts: 'include' },
      })
      const { processedText } = await call(executeTemplate, {
        body: {
          templateId: template.id,
          inputData: { audioTranscript: transcribedTextRaw ?? '', sessionId: id },
        },
      })
      // The version prevents overwriting someone else's changes.
      const body = { transcribedTextScripted: processedText, version }
      return call(updateSession, { params: { id }, query: { transcripts: 'omit' }, body })
    },
    errorToast: (error) => ({
      title: 'Processing Failed',
      description:
        error instanceof NoTemplate
          ? 'No active diarization prompt template found. Please configure one in System Settings.'
          : serverMessage(error, 'Failed to process transcript. Please try again.'),
    }),
    onSuccess: (session) => storeSession(queries, session),
  })
}
