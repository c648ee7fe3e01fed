import { useQuery } from '@tanstack/react-query'
import { SearchX } from 'lucide-react'
import { useState } from 'react'
import { type Execution, readExecution } from '#contract/executions/executions.ts'
import { queryFor } from '#web/lib/query.ts'
import { ReadState } from '#web/parts/read-state.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { JsonBlock } from '#web/ui/json-block.tsx'
import { RowsSkeleton } from '#web/ui/rows-skeleton.tsx'
import { ComparedExecutions } from './compared-executions.tsx'
import { ExecutionFacts } from './execution-facts.tsx'
import { ReplayExecution } from './replay-execution.tsx'

type ExecutionDetailsProps = {
  id: string
  onClose: () => void
  onOpen: (id: string) => void
  onSession: (sessionId: string) => void
}

/** An execution with its prompts and answer (docs/product.md, "AI execution logs"), and a button to repeat it. */
export function ExecutionDetails({ id, onClose, onOpen, onSession }: ExecutionDetailsProps) {
  const execution = useQuery(queryFor(readExecution, { params: { id } }))
  const [replaying, setReplaying] = useState<string>()
  const { data } = execution
  const sessionId = data?.sessionId
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title="Execution Details"
      description="This contains personal data. Every view is recorded in the audit log."
      size="lg"
      height="low"
      footer={
        <>
          {sessionId && (
            <Button
              variant="secondary"
              onClick={() => {
                onClose()
                onSession(sessionId)
              }}
            >
              Show executions of this session
            </Button>
          )}
          {sessionId && data.inputData !== null && replaying !== id && (
            <Button variant="secondary" onClick={() => setReplaying(id)}>
              Replay
            </Button>
          )}
          <Button onClick={onClose}>Close details</Button>
        </>
      }
    >
      <ReadState
        read={execution}
        loading={<RowsSkeleton label="Loading the execution" />}
        failed="The execution could not be loaded"
        notFound={{
          icon: SearchX,
          title: 'Execution not found',
          hint: 'It may have been deleted; old executions are removed regularly.',
        }}
      >
        {(it) => (
          <div className="flex flex-col gap-5">
            {replaying === id && (
              <ReplayExecution
                execution={it}
                onDone={onOpen}
                onCancel={() => setReplaying(undefined)}
              />
            )}
            <ExecutionFacts execution={it} />
            {it.replayOf !== null && <ComparedExecutions replay={it} originalId={it.replayOf} />}
            {it.errorMessage !== null && <ErrorMessage>{it.errorMessage}</ErrorMessage>}
            <DataSection label="Input Data" value={it.inputData} none="No input data" of={it} />
            <DataSection label="Output Data" value={it.outputData} none="No output data" of={it} />
          </div>
        )}
      </ReadState>
    </Dialog>
  )
}

const ErrorMessage = ({ children }: { children: string }) => (
  <section>
    <h3 className="mb-1.5 text-sm font-semibold">Error Message</h3>
    <p className="rounded-md bg-red-soft px-3 py-2 break-words text-red-ink">{children}</p>
  </section>
)

type DataSectionProps = { label: string; value: unknown; none: string; of: Execution }

const DataSection = ({ label, value, none, of: { sessionId, success } }: DataSectionProps) =>
  value === null ? (
    <section>
      <h3 className="mb-1.5 text-sm font-semibold">{label}</h3>
      <p className="text-muted">
        {none}
        {sessionId === null && (success || label === 'Input Data') && ': deleted with its session.'}
      </p>
    </section>
  ) : (
    <JsonBlock label={label} value={value} />
  )
