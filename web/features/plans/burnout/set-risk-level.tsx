import { useQueryClient } from '@tanstack/react-query'
import { z } from 'zod'
import { paragraph } from '#contract/bounds.ts'
import { riskLevel } from '#contract/clients/clients.ts'
import { setRiskLevel } from '#contract/plans/assessments.ts'
import { type ManualRisk } from '#contract/plans/plan-values.ts'
import { SelectField } from '#web/form/select-field.tsx'
import { TextAreaField } from '#web/form/text-area-field.tsx'
import { FormDialog } from '#web/form/form-dialog.tsx'
import { refetchQuery } from '#web/lib/query.ts'
import { planQuery } from '#web/lib/session-queries.ts'
import { riskLabel } from '#web/parts/risk.tsx'

const fields = z.object({
  level: z.enum(['score', ...riskLevel.options]),
  reason: paragraph(2000).min(1, 'Reason is required'),
})

type SetRiskLevelProps = {
  clientId: string
  risk: ManualRisk
  isOpen: boolean
  onClose: () => void
}

const fieldsOf = ({ level, reason }: ManualRisk) => ({
  level: level ?? ('score' as const),
  reason: level ? (reason ?? '') : '',
})

/** Overrides the calculated risk level, or removes the override. */
export function SetRiskLevel({ clientId, risk, isOpen, onClose }: SetRiskLevelProps) {
  const queries = useQueryClient()
  return (
    <FormDialog
      isOpen={isOpen}
      onClose={onClose}
      title="Set risk level"
      description="Overrides the calculated level. The client sees the level, not the reason."
      size="sm"
      schema={fields}
      defaults={fieldsOf(risk)}
      version={risk.version}
      reloadRow={async () => {
        const { risk: theirs } = await refetchQuery(queries, planQuery(clientId))
        return { fields: fieldsOf(theirs), version: theirs.version }
      }}
      draftKey={`risk level ${clientId}`}
      submitLabel="Save risk level"
      pendingLabel="Saving..."
      mutationFn={({ fields: { level, reason }, version }, call) =>
        call(setRiskLevel, {
          params: { id: clientId },
          body: { level: level === 'score' ? null : level, reason, version },
        })
      }
      successToast={({ level }) => ({
        title: 'Risk level saved',
        description: level
          ? `${riskLabel[level]}, set manually.`
          : 'Calculated from the score again.',
      })}
      errorToast="Failed to save the risk level. Please try again."
    >
      <SelectField
        name="level"
        label="Risk level"
        options={[
          { value: 'score', label: 'Calculated from the score' },
          ...riskLevel.options.map((level) => ({ value: level, label: riskLabel[level] })),
        ]}
      />
      <TextAreaField name="reason" label="Reason" rows={3} />
    </FormDialog>
  )
}
