import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import {
  listTrialSessions,
  maxTrialSessions,
  readPlaceholderValues,
  trialPrompts,
  type TrialSession,
} from '#contract/prompts/prompt-trials.ts'
import { serverMessage } from '#web/lib/api.ts'
import { formatDate } from '#web/lib/dates.ts'
import { queryFor } from '#web/lib/query.ts'
import { useOptionSearch } from '#web/lib/use-option-search.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Combobox } from '#web/ui/combobox.tsx'
import { Field } from '#web/ui/field.tsx'
import type { SelectOption } from '#web/ui/select.tsx'
import type { TemplateFields } from './template-schema.ts'
import { TryPrompt } from './try-prompt.tsx'

const toOption = (it: TrialSession): SelectOption => ({
  value: it.id,
  label: `${it.clientName} · ${it.sessionDefinitionName} · ${formatDate(it.sessionDate)}`,
})

/** The session that prompts are tried on, and the values of its placeholders. */
export function useSessionToTry() {
  const [chosen, choose] = useState<SelectOption>()
  const values = useQuery({
    ...queryFor(readPlaceholderValues, { query: { sessionId: chosen?.value ?? '' } }),
    enabled: chosen !== undefined,
  })
  return { chosen, choose, values }
}

const watched = ['type', 'name', 'systemPrompt', 'userPromptTemplate'] as const

/** Tries the prompts as typed. */
export function TryUnsavedPrompts({ chosen, choose, values }: ReturnType<typeof useSessionToTry>) {
  // The server returns only the latest.
  const search = useOptionSearch(listTrialSessions, toOption, maxTrialSessions)
  const { control, trigger } = useFormContext<TemplateFields>()
  const [type, name, systemPrompt, userPromptTemplate] = useWatch({ control, name: watched })
  const prompts = { systemPrompt, userPromptTemplate }
  const sessionId = chosen?.value
  return (
    <section aria-labelledby="try-prompts" className="mt-4 border-t border-line pt-4">
      <h3 id="try-prompts" className="text-sm">
        Try on a session
      </h3>
      <p className="mb-3 text-xs text-muted">
        Shows the {maxTrialSessions} most recent sessions with a transcript; type a name to find
        others. Each placeholder then shows its value for the session. Nothing is saved to the
        session.
      </p>
      {values.error && (
        <Banner tone="amber" role="alert" className="mb-3">
          {serverMessage(values.error, 'The values of this session could not be loaded.')}
        </Banner>
      )}
      <TryPrompt
        trial={
          sessionId === undefined
            ? undefined
            : { ...prompts, type, name: name.trim().slice(0, 200), sessionId }
        }
        sessionId={sessionId}
        validate={async () =>
          trialPrompts.safeParse(prompts).success ||
          (await trigger(['systemPrompt', 'userPromptTemplate'], { shouldFocus: true }))
        }
      >
        <Field label="Session">
          {(control) => (
            <Combobox
              {...control}
              // Enter must not submit the surrounding form.
              form=""
              things="Session"
              chosen={chosen}
              onChoose={choose}
              found={{ ...search, match: search.options.length }}
              placeholder="Client’s name or email"
            />
          )}
        </Field>
      </TryPrompt>
    </section>
  )
}
