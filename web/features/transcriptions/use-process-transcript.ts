import { useQueryClient } from '@tanstack/react-query'
import { executeTemplate, listTemplates } from '#contract/prompts.ts'
import { type SessionDetail, updateSession } from '#contract/sessions.ts'
import { call, sentenceOf } from '#web/lib/api.ts'
import { sessionReads } from '#web/lib/session-reads.ts'
import { useSingleMutation } from '#web/lib/use-single-mutation.ts'
import { useToast } from '#web/ui/toast.tsx'

const noTemplate =
  'No active diarization prompt template found. Please configure one in System Settings.'

/** "Processing takes the active diarization template, executes it, then saves the result" (specification part 2, section 4). */
export function useProcessTranscript({ id, transcribedTextRaw }: SessionDetail) {
  const queries = useQueryClient()
  const toast = useToast()
  return useSingleMutation<void, void>({
    mutationFn: async () => {
      const templates = await call(listTemplates, {})
      const template = templates.find(({ type, isActive }) => type === 'diarization' && isActive)
      if (!template) throw new Error(noTemplate)
      const { processedText } = await call(executeTemplate, {
        body: {
          templateId: template.id,
          inputData: { audioTranscript: transcribedTextRaw ?? '', sessionId: id },
        },
      })
      await call(updateSession, {
        params: { id },
        query: { transcripts: 'omit' },
        body: { transcribedTextScripted: processedText },
      })
    },
    onSuccess: () =>
      Promise.all(sessionReads.map(({ path }) => queries.invalidateQueries({ queryKey: [path] }))),
    onError: (error) =>
      toast({
        title: 'Processing Failed',
        description:
          error.message === noTemplate
            ? noTemplate
            : sentenceOf(error, 'Failed to process transcript. Please try again.'),
        tone: 'destructive',
      }),
  })
}
