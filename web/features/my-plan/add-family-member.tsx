import { useQueryClient } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { addFamilyMember, familyMemberForm, getMyClientData } from '#contract/my-plan.ts'
import { OwnActs } from '#web/features/auth/own-acts.tsx'
import { FormDialog } from '#web/form/form-dialog.tsx'
import { queryFor } from '#web/lib/query.ts'
import { Button } from '#web/ui/button.tsx'
import { FamilyMemberFields } from './family-member-fields.tsx'

/** The button and its dialog. The response replaces the cached list. */
export function AddFamilyMember() {
  const [isOpen, setOpen] = useState(false)
  const queries = useQueryClient()
  return (
    <>
      <OwnActs show="button">
        <Button variant="secondary" icon={Plus} onClick={() => setOpen(true)}>
          Add Family Member
        </Button>
      </OwnActs>
      <FormDialog
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        title="Add Family Member"
        description="They’ll get their own plan, which you manage, and the same coach as you."
        size="sm"
        schema={familyMemberForm}
        defaults={{ firstName: '', lastName: '', familyRelation: undefined }}
        submitLabel="Add Family Member"
        pendingLabel="Adding..."
        mutationFn={({ fields: member }, call) => call(addFamilyMember, { body: member })}
        successToast={(_plans, { fields: { firstName } }) => ({
          title: 'Family member added',
          description: `${firstName} now has their own plan.`,
        })}
        errorToast="Failed to add family member"
        onSuccess={(plans) => queries.setQueryData(queryFor(getMyClientData, {}).queryKey, plans)}
      >
        <FamilyMemberFields />
      </FormDialog>
    </>
  )
}
