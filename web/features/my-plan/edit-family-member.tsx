import { useQueryClient } from '@tanstack/react-query'
import { Pencil } from 'lucide-react'
import { useState } from 'react'
import {
  changeFamilyMember,
  familyMemberForm,
  getMyClientData,
  type Plan,
} from '#contract/my-plan.ts'
import { OwnActs } from '#web/features/auth/own-acts.tsx'
import { FormDialog } from '#web/form/form-dialog.tsx'
import { queryFor, refetchQuery } from '#web/lib/query.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { FamilyMemberFields } from './family-member-fields.tsx'
import { planName } from './plan-names.ts'
import { RemoveFamilyMember } from './remove-family-member.tsx'

const plansQuery = queryFor(getMyClientData, {})
const fieldsOf = ({ userFirstName, userLastName, familyRelation }: Plan) => ({
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
        defaults={fieldsOf(plan)}
        version={plan.version}
        reloadRow={async () => {
          const now =
            (await refetchQuery(queries, plansQuery)).find(({ id }) => id === plan.id) ?? plan
          return { fields: fieldsOf(now), version: now.version }
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
