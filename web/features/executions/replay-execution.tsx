import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Execution } from '#contract/executions/executions.ts'
import { listTrialVersions, type TrialVersion } from '#contract/prompts/prompt-trials.ts'
import { TryPrompt } from '#web/features/prompts/try-prompt.tsx'
import { queryFor } from '#web/lib/query.ts'
import { ReadState } from '#web/parts/read-state.tsx'
import { Field } from '#web/ui/field.tsx'
import { RowsSkeleton } from '#web/ui/rows-skeleton.tsx'
import { Select } from '#web/ui/select.tsx'

type ReplayExecutionProps = {
  execution: Execution
  onDone: (id: string) => void
  onCancel: () => void
}

/** Tries a version on what an execution sent. */
export function ReplayExecution({ execution, onDone, onCancel }: ReplayExecutionProps) {
  const { id: executionId, sessionId } = execution
  const versions = useQuery(queryFor(listTrialVersions, { query: { executionId } }))
  const [chosen, choose] = useState<string>()
  const templateVersionId = chosen ?? versions.data?.[0]?.id
  return (
    <section aria-label="Replay" className="rounded-md border border-line bg-sunken p-4">
      <p className="mb-3">
        Runs again on the same session without changing it. Both runs stay in the log.
      </p>
      <ReadState
        read={versions}
        loading={<RowsSkeleton label="Loading the versions" />}
        failed="The versions could not be loaded"
      >
        {(all) => (
          <TryPrompt
            trial={templateVersionId ? { templateVersionId, executionId } : undefined}
            sessionId={sessionId ?? undefined}
            onAnswer={onDone}
            onCancel={onCancel}
          >
            <Field label="Version">
              {(control) => (
                <Select
                  {...control}
                  value={templateVersionId}
                  onValueChange={choose}
                  placeholder="No version available"
                  options={all.map((it) => ({ value: it.id, label: labelOf(it) }))}
                />
              )}
            </Field>
          </TryPrompt>
        )}
      </ReadState>
    </section>
  )
}

const labelOf = ({ templateName, version, number, isOwn, isActive }: TrialVersion) =>
  `${templateName}, version ${number} (${version})${isOwn ? ', original' : isActive ? ', active' : ''}`
