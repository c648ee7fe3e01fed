import { useQueryClient } from '@tanstack/react-query'
import { Pencil } from 'lucide-react'
import { useState } from 'react'
import {
  changeFamilyMember,
  familyMemberForm,
  getMyClientData,
  type Plan,
  removeFamilyMember,
  familyRelations,
} from '#contract/plans/my-plan.ts'
import { OwnActs } from '#web/features/accounts/auth/own-acts.tsx'
import { FormDialog } from '#web/form/form-dialog.tsx'
import { queryFor, refetchQuery } from '#web/lib/query.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { useApiMutation } from '#web/form/use-api-mutation.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { type FieldEntry, FieldTable } from '#web/form/field-table.tsx'
import { planName } from './plan-names.ts'

const plansQuery = queryFor(getMyClientData, {})
const toFields = ({ userFirstName, userLastName, familyRelation }: Plan) => ({
  ...{ firstName: userFirstName, lastName: userLastName },
  familyRelation: familyMemberForm.shape.familyRelation.safeParse(familyRelation).data,
})

/** The button and its dialog. */
export function EditFamilyMember({ plan }: { plan: Plan }) {
  const [isOpen, setOpen] = useState(false)
  const queries = useQueryClient()
  const params = { id: plan.id }
  return (
    <>
      <OwnActs show="button">
        <IconButton
          size="sm"
          icon={Pencil}
          label={`Edit ${planName(plan)}`}
          onClick={() => setOpen(true)}
        />
      </OwnActs>
      <FormDialog
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        title="Edit Family Member"
        description="Their coach will see the new name immediately."
        size="sm"
        schema={familyMemberForm}
        defaults={toFields(plan)}
        version={plan.version}
        reloadRow={async () => {
          const now =
            (await refetchQuery(queries, plansQuery)).find(({ id }) => id === plan.id) ?? plan
          return { fields: toFields(now), version: now.version }
        }}
        draftKey={`family member ${plan.id}`}
        submitLabel="Save Changes"
        pendingLabel="Saving..."
        mutationFn={({ fields, version }, call) =>
          call(changeFamilyMember, { params, body: { ...fields, version } })
        }
        successToast={() => ({ title: 'Family member updated' })}
        errorToast="Failed to update family member"
        onSuccess={(plans) => queries.setQueryData(plansQuery.queryKey, plans)}
        afterFields={plan.isUnused && <RemoveFamilyMember plan={plan} />}
      >
        <FamilyMemberFields />
      </FormDialog>
    </>
  )
}

/** Removes a family member whose plan is still empty. */
function RemoveFamilyMember({ plan }: { plan: Plan }) {
  const [isAsking, setAsking] = useState(false)
  const queries = useQueryClient()
  const name = planName(plan)
  const remove = useApiMutation({
    mutationFn: (_nothing: void, call) => call(removeFamilyMember, { params: { id: plan.id } }),
    successToast: () => ({ title: 'Family member removed' }),
    errorToast: 'Failed to remove family member',
    onSuccess: (plans) => queries.setQueryData(queryFor(getMyClientData, {}).queryKey, plans),
    onError: () => setAsking(false),
  })
  return (
    <section
      aria-label="Plan"
      className="mt-6 flex flex-wrap items-center justify-between gap-3 border-t border-line pt-4"
    >
      <p className="min-w-0 flex-1 basis-40 text-muted">This plan is empty.</p>
      <Button variant="secondary" size="sm" onClick={() => setAsking(true)}>
        Remove Family Member
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        title={`Remove ${name}?`}
        description={`${name} and their empty plan will be removed. Their coach will no longer see them.`}
        confirmLabel="Remove Family Member"
        pendingLabel="Removing..."
        isPending={remove.isPending}
        onConfirm={() => remove.run()}
      />
    </section>
  )
}

const fields: readonly FieldEntry[] = [
  { kind: 'text', name: 'firstName', label: 'First name', isRequired: true },
  { kind: 'text', name: 'lastName', label: 'Last name', isRequired: true },
  {
    kind: 'select',
    name: 'familyRelation',
    label: 'Relationship',
    hint: 'Their relationship to you',
    isRequired: true,
    placeholder: 'Select a relationship',
    options: familyRelations.map((relation) => ({ value: relation, label: relation })),
  },
]

export const FamilyMemberFields = () => <FieldTable fields={fields} />
