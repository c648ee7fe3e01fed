import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { previewErasure, requestErasure } from '#contract/erasures/erasures.ts'
import { useApiMutation } from '#web/form/use-api-mutation.ts'
import { queryFor } from '#web/lib/query.ts'
import { ReadState } from '#web/parts/read-state.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { TypeName, plural, type Preview, ErasurePreview } from './erasure-preview.tsx'

type ErasePersonProps = { clientId: string; onClose: () => void }

/** Requests to erase a person, after showing what goes. */
export function ErasePerson({ clientId, onClose }: ErasePersonProps) {
  const sent = { params: { id: clientId } }
  const preview = useQuery(queryFor(previewErasure, sent))
  const [typed, setTyped] = useState('')
  const { name, obstacle = null } = preview.data ?? {}
  const requesting = useApiMutation({
    mutationFn: (_sent: void, call) => call(requestErasure, { ...sent, body: { name: typed } }),
    successToast: () => ({
      title: 'Erasure requested',
      description: 'It waits for a confirmation under Users, Erasures.',
    }),
    errorToast: 'The erasure could not be requested. Please try again.',
    onSuccess: onClose,
  })
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title="Erase this person?"
      description={
        <ReadState
          read={preview}
          loading={<Skeleton className="h-32" />}
          failed="What would be erased could not be loaded"
        >
          {(data) => <Consequences {...data} />}
        </ReadState>
      }
      confirmLabel="Request erasure"
      pendingLabel="Requesting..."
      isReady={name !== undefined && obstacle === null && typed.trim() === name.trim()}
      isPending={requesting.isPending}
      onConfirm={() => requesting.run()}
    >
      {name !== undefined && obstacle === null && (
        <TypeName name={name} typed={typed} onType={setTyped} />
      )}
    </ConfirmDialog>
  )
}

function Consequences(preview: Preview) {
  const { obstacle, waitingDays } = preview
  return (
    <>
      {obstacle !== null && (
        <Banner tone="amber" className="mb-3">
          {obstacle}
        </Banner>
      )}
      <ErasurePreview {...preview} />
      <p className="mt-2">
        It begins when another administrator confirms it, or when you do after{' '}
        {plural(waitingDays, 'day')}. Until then it can be cancelled under Users, Erasures.
      </p>
    </>
  )
}
