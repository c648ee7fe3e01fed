import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import {
  type Execution,
  readReplayChoices,
  replayExecution,
  type ReplayChoices,
} from '#contract/executions/executions.ts'
import { useApiMutation } from '#web/form/use-api-mutation.ts'
import { queryFor } from '#web/lib/query.ts'
import { ReadState } from '#web/parts/read-state.tsx'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { RowsSkeleton } from '#web/ui/rows-skeleton.tsx'
import { Select } from '#web/ui/select.tsx'
import { providerName } from './execution-format.ts'

type ReplayExecutionProps = {
  execution: Execution
  onDone: (id: string) => void
  onCancel: () => void
}

/** Repeats an execution on the same session, optionally with another version or provider. */
export const ReplayExecution = ({ execution, onDone, onCancel }: ReplayExecutionProps) => (
  <section aria-label="Replay" className="rounded-md border border-line bg-sunken p-4">
    <p className="mb-3">
      Runs again on the same session without changing it. Both runs stay in the log.
    </p>
    <ReadState
      read={useQuery(queryFor(readReplayChoices, { params: { id: execution.id } }))}
      loading={<RowsSkeleton label="Loading versions and providers" />}
      failed="The versions and providers could not be loaded"
    >
      {(choices) => <Choice {...{ execution, choices, onDone, onCancel }} />}
    </ReadState>
  </section>
)

function Choice({
  execution: { id },
  choices: { versions, providers },
  onDone,
  onCancel,
}: ReplayExecutionProps & { choices: ReplayChoices }) {
  const [version, setVersion] = useState(versions[0]?.id)
  const [provider, setProvider] = useState(providers.find(({ isActive }) => isActive)?.id)
  const blocked = providers.find(({ id: it }) => it === provider)?.blocked
  const { run, isPending } = useApiMutation({
    mutationFn: (_: void, call) =>
      call(replayExecution, {
        params: { id },
        body: {
          ...(version && { templateVersionId: version }),
          ...(provider && { integrationId: provider }),
        },
      }),
    errorToast: 'Failed to run the execution again',
    onSuccess: (replay) => onDone(replay.id),
  })
  return (
    <>
      <div className="grid grid-cols-2 gap-3 max-md:grid-cols-1">
        <Field label="Version">
          {(control) => (
            <Select
              {...control}
              value={version}
              onValueChange={setVersion}
              placeholder="No version available"
              options={versions.map((it) => ({ value: it.id, label: labelOf(it) }))}
            />
          )}
        </Field>
        <Field label="AI provider">
          {(control) => (
            <Select
              {...control}
              value={provider}
              onValueChange={setProvider}
              placeholder="No provider is set up"
              options={providers.map((it) => ({
                value: it.id,
                label: `${providerName(it.provider)}${it.isActive ? ', active' : ''}`,
              }))}
            />
          )}
        </Field>
      </div>
      {blocked && <p className="mt-3 text-muted">{blocked}</p>}
      <div className="mt-3 flex justify-end gap-2">
        <Button variant="ghost" size="sm" disabled={isPending} onClick={onCancel}>
          Cancel replay
        </Button>
        <Button
          size="sm"
          disabled={Boolean(blocked)}
          isPending={isPending}
          pendingLabel="Running..."
          onClick={() => run()}
        >
          Run again
        </Button>
      </div>
    </>
  )
}

const labelOf = ({
  templateName,
  version,
  number,
  isOwn,
  isActive,
}: ReplayChoices['versions'][number]) =>
  `${templateName}, version ${number} (${version})${isOwn ? ', original' : isActive ? ', active' : ''}`
