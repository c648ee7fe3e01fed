import { useQueryClient } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import {
  addFamilyMember,
  familyMemberForm,
  familyRelations,
  getMyClientData,
} from '#contract/my-plan.ts'
import { SelectField, TextField } from '#web/form/fields.tsx'
import { FormDialog } from '#web/form/form-dialog.tsx'
import { read } from '#web/lib/query.ts'
import { Button } from '#web/ui/button.tsx'

/** The button and its dialog. The answer is the whole list, which takes the place of the one in view. */
export function AddFamilyMember() {
  const [isOpen, setOpen] = useState(false)
  const queries = useQueryClient()
  return (
    <>
      <Button variant="secondary" icon={Plus} onClick={() => setOpen(true)}>
        Add Family Member
      </Button>
      <FormDialog
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        title="Add Family Member"
        description="They get a plan of their own, which you look after, and the same coach as you."
        size="sm"
        schema={familyMemberForm}
        defaults={{ firstName: '', lastName: '', familyRelation: undefined }}
        submitLabel="Add Family Member"
        pendingLabel="Adding..."
        write={({ fields }, call) => call(addFamilyMember, { body: fields })}
        done={(_plans, { fields: { firstName } }) => ({
          title: 'Family member added',
          description: `${firstName} now has a plan of their own.`,
        })}
        failed="Failed to add family member"
        onSuccess={(plans) => queries.setQueryData(read(getMyClientData, {}).queryKey, plans)}
      >
        <TextField name="firstName" label="First name" isRequired />
        <TextField name="lastName" label="Last name" isRequired />
        <SelectField
          name="familyRelation"
          label="Relationship"
          hint="Who they are to you."
          isRequired
          placeholder="Select a relationship"
          options={familyRelations.map((relation) => ({ value: relation, label: relation }))}
        />
      </FormDialog>
    </>
  )
}
