import { Plus } from 'lucide-react'
import { useId, useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { FamilyMemberForm } from './family-member-form.tsx'
import { useAddFamilyMember } from './use-add-family-member.ts'

/** The button and its dialog. It closes when the server has said yes, so a refusal loses nothing. */
export function AddFamilyMember() {
  const [isOpen, setOpen] = useState(false)
  const formId = useId()
  const addition = useAddFamilyMember({ onSuccess: () => setOpen(false) })
  const change = (next: boolean) => {
    // What was typed is needed until it is known how the attempt ended.
    if (addition.isPending) return
    addition.reset()
    setOpen(next)
  }
  return (
    <>
      <Button variant="secondary" icon={Plus} onClick={() => change(true)}>
        Add Family Member
      </Button>
      <Dialog
        isOpen={isOpen}
        onOpenChange={change}
        title="Add Family Member"
        description="They get a plan of their own, which you look after, and the same coach as you."
        size="sm"
        footer={
          <>
            <Button variant="secondary" disabled={addition.isPending} onClick={() => change(false)}>
              Cancel
            </Button>
            <Button
              type="submit"
              form={formId}
              isPending={addition.isPending}
              pendingLabel="Adding..."
            >
              Add Family Member
            </Button>
          </>
        }
      >
        <FamilyMemberForm id={formId} failure={addition.error} onSubmit={addition.mutate} />
      </Dialog>
    </>
  )
}
