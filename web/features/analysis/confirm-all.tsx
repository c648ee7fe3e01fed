import { CheckCheck } from 'lucide-react'
import { useState } from 'react'
import { type AnalysisValue, decideValue } from '#contract/analysis/analysis.ts'
import { type Call, useApiMutation } from '#web/form/use-api-mutation.ts'
import { formatCount } from '#web/lib/numbers.ts'
import { optimisticUpdate } from '#web/lib/optimistic-query.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { analysisQuery, applyDecision } from './use-decision.ts'

type ConfirmAllProps = {
  sessionId: string
  values: readonly AnalysisValue[]
  onDone: () => void
}

/** Confirms all undecided values without a fault; inferred ones need a confirmation first. */
export function ConfirmAll({ sessionId, values, onDone }: ConfirmAllProps) {
  const [isConfirming, setConfirming] = useState(false)
  const undo = useDecideAll(sessionId, null)
  const confirm = useDecideAll(sessionId, 'confirmed', {
    successToast: (confirmed) => ({
      title: `${formatNumber(confirmed.length)} confirmed`,
      action: { label: 'Undo', onPress: () => undo.run(confirmed) },
    }),
    onSettled: () => {
      setConfirming(false)
      onDone()
    },
  })
  const open = values.filter(({ decision, fault }) => decision === null && fault === null)
  const inferred = open.filter(({ isInferred }) => isInferred)
  // A single value has its own button.
  if (open.length < 2 && !confirm.isPending) return null
  return (
    <>
      <Button
        variant="secondary"
        size="sm"
        icon={CheckCheck}
        isPending={confirm.isPending}
        pendingLabel="Confirming..."
        onClick={() => (inferred.length > 0 ? setConfirming(true) : confirm.run(open))}
      >
        Confirm all
      </Button>
      <ConfirmDialog
        isOpen={isConfirming}
        onClose={() => setConfirming(false)}
        title={`Confirm ${formatNumber(open.length)}?`}
        description={
          <>
            Inferred from the conversation, not stated as a number:{' '}
            {inferred.map(({ label, machineValue }) => `${label} ${machineValue}`).join(', ')}.
          </>
        }
        confirmLabel="Confirm all"
        pendingLabel="Confirming..."
        tone="primary"
        isPending={confirm.isPending}
        onConfirm={() => confirm.run(open)}
      />
    </>
  )
}

const formatNumber = (values: number) =>
  values === 1 ? '1 value' : `${formatCount(values)} values`

type WriteHandlers = Pick<
  Parameters<typeof useApiMutation<readonly AnalysisValue[], AnalysisValue[]>>[0],
  'successToast' | 'onSettled'
>

/** Sequential, because each call checks the version of its value. */
function useDecideAll(
  sessionId: string,
  decision: 'confirmed' | null,
  handlers: WriteHandlers = {},
) {
  return useApiMutation({
    ...handlers,
    mutationFn: async (values: readonly AnalysisValue[], call: Call) => {
      const saved: AnalysisValue[] = []
      for (const { id, version } of values)
        // oxlint-disable-next-line no-await-in-loop -- one after the other
        saved.push(await call(decideValue, { params: { id }, body: { decision, version } }))
      return saved
    },
    optimisticUpdate: (values) => {
      const ids = new Set(values.map(({ id }) => id))
      const at = new Date().toISOString()
      return optimisticUpdate(analysisQuery(sessionId).queryKey, (analysis) => ({
        ...analysis,
        values: analysis.values.map((it) =>
          ids.has(it.id) ? applyDecision(it, { decision }, at) : it,
        ),
      }))
    },
    errorToast: 'Some decisions could not be saved. Please try again.',
  })
}
