import { useState } from 'react'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Drawer } from '../../ui/drawer.tsx'
import { lazyComponent } from '../../parts/lazy-component.tsx'
import { Switch } from '../../ui/switch.tsx'
import { Group, Specimen } from './specimen.tsx'

const failed = 'The dialog could not be loaded.'
const NewTypeDialog = lazyComponent(
  async () => (await import('./form-dialogs.tsx')).NewTypeDialog,
  failed,
)
const ChangedTypeDialog = lazyComponent(
  async () => (await import('./form-dialogs.tsx')).ChangedTypeDialog,
  failed,
)
const LongDialog = lazyComponent(async () => (await import('./long-dialog.tsx')).LongDialog, failed)

type Open = 'form' | 'changed' | 'long' | 'confirm' | 'archive' | 'drawer'

export function OverlaysGroup() {
  const [open, setOpen] = useState<Open>()
  const [areFetched, setFetched] = useState(false)
  const [isPending, setPending] = useState(false)
  const [isLocked, setLocked] = useState(false)
  const is = (name: Open) => ({
    isOpen: open === name,
    onClose: () => setOpen(undefined),
  })
  const fetchAndOpen = (name: 'form' | 'changed' | 'long') => {
    setFetched(true)
    setOpen(name)
  }
  const confirm = () => {
    setPending(true)
    setTimeout(() => {
      setPending(false)
      setOpen(undefined)
    }, 1200)
  }
  return (
    <Group
      id="overlays"
      title="Overlays"
      about="Escape closes, the focus stays inside and returns to where it came from."
    >
      <Specimen title="Dialog">
        <Button variant="secondary" onClick={() => fetchAndOpen('form')}>
          Dialog with a form
        </Button>
        <Button variant="secondary" onClick={() => fetchAndOpen('changed')}>
          Form changed by someone else
        </Button>
        <Button variant="secondary" onClick={() => fetchAndOpen('long')}>
          Long dialog
        </Button>
      </Specimen>
      <Specimen title="Confirmation">
        <Button variant="secondary" onClick={() => setOpen('confirm')}>
          Confirm a deletion
        </Button>
        <Button variant="secondary" onClick={() => setOpen('archive')}>
          Confirm without danger
        </Button>
      </Specimen>
      <Specimen title="Drawer">
        <Button variant="secondary" onClick={() => setOpen('drawer')}>
          Open drawer
        </Button>
      </Specimen>
      {areFetched && (
        <>
          <NewTypeDialog isOpen={open === 'form'} onClose={() => setOpen(undefined)} />
          <ChangedTypeDialog isOpen={open === 'changed'} onClose={() => setOpen(undefined)} />
        </>
      )}
      {areFetched && <LongDialog {...is('long')} />}
      <ConfirmDialog
        {...is('confirm')}
        title="Delete session type"
        description="Deleting Intake also deletes its 14 sessions and 3 metrics. This cannot be undone."
        confirmLabel="Delete session type"
        pendingLabel="Deleting..."
        isPending={isPending}
        onConfirm={confirm}
      />
      <ConfirmDialog
        {...is('archive')}
        tone="primary"
        title="Archive session"
        description="It is removed from the plan and can be restored at any time."
        confirmLabel="Archive session"
        pendingLabel="Archiving..."
        isPending={isPending}
        onConfirm={confirm}
      />
      <Drawer {...is('drawer')} title="Session" description="Tuesday, 14:00" isLocked={isLocked}>
        <div className="flex flex-col gap-5">
          <Switch
            label="Block closing"
            hint="While on, Escape, clicking outside and the close button don’t close the drawer."
            checked={isLocked}
            onCheckedChange={setLocked}
          />
          {isLocked && (
            <Banner tone="amber" isLive>
              Uploading. Don’t leave this page.
            </Banner>
          )}
        </div>
      </Drawer>
    </Group>
  )
}
