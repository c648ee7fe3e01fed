import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import {
  cancelErasure,
  confirmErasure,
  downloadCertificate,
  type Erasure,
  previewErasure,
  retryErasure,
} from '#contract/erasures/erasures.ts'
import { useApiMutation } from '#web/form/use-api-mutation.ts'
import { useDownload } from '#web/form/use-download.ts'
import { buildUrl } from '#web/lib/api.ts'
import { queryFor } from '#web/lib/query.ts'
import { ReadState } from '#web/parts/read-state.tsx'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { TypeName, ErasurePreview } from './erasure-preview.tsx'

/** Confirms, cancels or retries an erasure, or downloads its certificate. */
export function ErasureActions({ erasure }: { erasure: Erasure }) {
  const { status } = erasure
  return (
    <span className="flex flex-wrap justify-end gap-2 max-md:justify-start">
      {erasure.mayConfirm && <Confirm erasure={erasure} />}
      {status === 'waiting' && <Cancel erasure={erasure} />}
      {status === 'failed' && <Retry erasure={erasure} />}
      {status === 'done' && <Certificate id={erasure.id} />}
    </span>
  )
}

function Confirm({ erasure: { id, clientId, clientName } }: { erasure: Erasure }) {
  const [isOpen, setOpen] = useState(false)
  const [typed, setTyped] = useState('')
  const preview = useQuery({
    ...queryFor(previewErasure, { params: { id: clientId ?? '' } }),
    enabled: isOpen && clientId !== null,
  })
  const name = clientName ?? ''
  const confirming = useApiMutation({
    mutationFn: (_sent: void, call) =>
      call(confirmErasure, { params: { id }, body: { name: typed } }),
    successToast: () => ({
      title: 'Erasing the person',
      description: 'The certificate will be available when it is done.',
    }),
    errorToast: 'The erasure could not be confirmed. Please try again.',
    onSuccess: () => setOpen(false),
  })
  return (
    <>
      <Button
        variant="danger"
        size="sm"
        onClick={() => {
          setTyped('')
          setOpen(true)
        }}
      >
        Confirm<span className="sr-only"> erasure of {name}</span>
      </Button>
      <ConfirmDialog
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        title="Erase this person now?"
        description={
          <>
            <ReadState
              read={preview}
              loading={<Skeleton className="h-16" />}
              failed="What would be erased could not be loaded"
            >
              {(data) => <ErasurePreview {...data} />}
            </ReadState>
            <p className="mt-2">This begins immediately and cannot be undone.</p>
          </>
        }
        confirmLabel="Erase person"
        pendingLabel="Confirming..."
        isReady={preview.data !== undefined && typed.trim() === name.trim()}
        isPending={confirming.isPending}
        onConfirm={() => confirming.run()}
      >
        <TypeName name={name} typed={typed} onType={setTyped} />
      </ConfirmDialog>
    </>
  )
}

function Cancel({ erasure: { id, clientName } }: { erasure: Erasure }) {
  const cancelling = useApiMutation({
    mutationFn: (_sent: void, call) => call(cancelErasure, { params: { id } }),
    successToast: () => ({ title: 'Erasure cancelled', description: 'Nothing was deleted.' }),
    errorToast: 'The erasure could not be cancelled. Please try again.',
  })
  return (
    <Button
      variant="secondary"
      size="sm"
      isPending={cancelling.isPending}
      onClick={() => cancelling.run()}
    >
      Cancel<span className="sr-only"> erasure of {clientName}</span>
    </Button>
  )
}

function Retry({ erasure: { id } }: { erasure: Erasure }) {
  const retrying = useApiMutation({
    mutationFn: (_sent: void, call) => call(retryErasure, { params: { id } }),
    errorToast: 'The erasure could not be retried. Please try again.',
  })
  return (
    <Button
      variant="secondary"
      size="sm"
      isPending={retrying.isPending}
      onClick={() => retrying.run()}
    >
      Retry
    </Button>
  )
}

function Certificate({ id }: { id: string }) {
  const { download, isPending } = useDownload('The certificate could not be downloaded.')
  return (['pdf', 'json'] as const).map((format) => (
    <Button
      key={format}
      variant="secondary"
      size="sm"
      isPending={isPending}
      onClick={() => download(buildUrl(downloadCertificate, { params: { id }, query: { format } }))}
    >
      {format === 'pdf' ? (
        'Certificate (PDF)'
      ) : (
        <>
          <span className="sr-only">Certificate (</span>JSON<span className="sr-only">)</span>
        </>
      )}
    </Button>
  ))
}
