import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState, useSyncExternalStore } from 'react'
import type { GivenAnswers } from '#contract/questionnaires/instruments.ts'
import {
  answerQuestion,
  getQuestionnaire,
  type OpenedQuestionnaire,
} from '#contract/questionnaires/questionnaires.ts'
import { findDraft, useFormDraft } from '#web/form/form-drafts.ts'
import { useApiMutation } from '#web/form/use-api-mutation.ts'
import { isTransient } from '#web/lib/error-kinds.ts'
import { queryFor } from '#web/lib/query.ts'
import { answerSaver } from './answer-saver.ts'

/** Milliseconds before what did not get through is tried again: doubled each time, up to the longest. */
const firstWaitMs = 1_000
const maxWaitMs = 15_000

export const questionnaireQuery = (id: string) => queryFor(getQuestionnaire, { params: { id } })

/** What was answered, the newest at once, and whether the server has it. */
export function useAnswers({ id, answers }: OpenedQuestionnaire) {
  const queries = useQueryClient()
  /** Under which answers that the server does not have yet outlive the end of the login. */
  const name = `answers ${id}`
  const write = useApiMutation({
    mutationFn: (body: { item: string; value: number | null }, call) =>
      call(answerQuestion, { params: { id }, body }),
    onSuccess: (answered) => queries.setQueryData(questionnaireQuery(id).queryKey, answered),
    resolvesBeforeRefetch: true,
  })
  const [keeper] = useState(() =>
    answerSaver(
      { send: write.send, mayPass: isTransient, wait: untilWorthAnotherTry },
      findDraft(name)?.fields as GivenAnswers | undefined,
    ),
  )
  useEffect(() => keeper.goOn(), [keeper])
  useFormDraft(name, () => {
    const { unsaved: fields } = keeper.now()
    return Object.keys(fields).length ? { fields, version: undefined } : undefined
  })
  const { unsaved, isLost } = useSyncExternalStore(keeper.listen, keeper.now)
  return {
    answers: { ...answers, ...unsaved },
    isSaved: Object.keys(unsaved).length === 0,
    isLost,
    keep: keeper.keep,
    settled: keeper.settled,
  }
}

/** After a while, or when the network is back. */
const untilWorthAnotherTry = (tries: number) =>
  new Promise<void>((resolve) => {
    const go = () => {
      clearTimeout(timer)
      removeEventListener('online', go)
      resolve()
    }
    const timer = setTimeout(go, Math.min(maxWaitMs, firstWaitMs * 2 ** tries))
    addEventListener('online', go)
  })
