import { useState } from 'react'
import { useFormContext } from 'react-hook-form'
import type { Reply } from '#contract/endpoint.ts'
import { previewTemplate, tryTemplate } from '#contract/prompts/prompt-trials.ts'
import { useApiMutation } from '#web/form/use-api-mutation.ts'
import type { TemplateFields } from './template-schema.ts'

/** What was tried: the prompts as typed, and the session. */
export type TrialInput = Pick<TemplateFields, 'systemPrompt' | 'userPromptTemplate'> & {
  sessionId: string
}
type TrialResult<Data> = { data: Data; of: TrialInput }
type TrialKind = 'preview' | 'trial'

/** Previews or tries the prompts as typed; holds the last result. */
export function useTrial(sessionId: string | undefined) {
  const { getValues, trigger } = useFormContext<TemplateFields>()
  const [last, setLast] = useState<TrialKind>()
  const [previewed, setPreviewed] = useState<TrialResult<Reply<typeof previewTemplate>>>()
  const [answered, setAnswered] = useState<TrialResult<Reply<typeof tryTemplate>>>()
  const preview = useApiMutation({
    mutationFn: (of: TrialInput, call) => call(previewTemplate, { body: of }),
    onSuccess: (data, of) => setPreviewed({ data, of }),
  })
  const trial = useApiMutation({
    mutationFn: (of: TrialInput, call) => {
      const { type, name } = getValues()
      return call(tryTemplate, { body: { ...of, type, name: name.trim().slice(0, 200) } })
    },
    onSuccess: (data, of) => setAnswered({ data, of }),
  })
  async function start(which: TrialKind) {
    const { systemPrompt, userPromptTemplate } = getValues()
    if (sessionId === undefined) return
    if (!systemPrompt.trim() || !userPromptTemplate.trim()) {
      await trigger(['systemPrompt', 'userPromptTemplate'], { shouldFocus: true })
      return
    }
    setLast(which)
    const write = which === 'preview' ? preview : trial
    write.run({ systemPrompt, userPromptTemplate, sessionId })
  }
  const failure = last && (last === 'preview' ? preview : trial).error
  return {
    start: (which: TrialKind) => void start(which),
    isPreviewing: preview.isPending,
    isTrying: trial.isPending,
    failure,
    previewed: last === 'preview' && !failure ? previewed : undefined,
    answered: last === 'trial' && !failure && !trial.isPending ? answered : undefined,
  }
}
