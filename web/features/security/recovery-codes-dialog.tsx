import { Download } from 'lucide-react'
import { brandName } from '#web/lib/page-settings.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'

type RecoveryCodesDialogProps = {
  /** Undefined: closed. */
  codes: readonly string[] | undefined
  onClose: () => void
}

export function RecoveryCodesDialog({ codes = [], onClose }: RecoveryCodesDialogProps) {
  const file = `${brandName} recovery codes. Each works once.\n\n${codes.join('\n')}\n`
  return (
    <Dialog
      isOpen={codes.length > 0}
      onClose={onClose}
      size="sm"
      title="Save your recovery codes"
      description="They won’t be shown again. Each lets you sign in once if you lose your second factor. Keep them somewhere safe, such as in a password manager."
      footer={
        <>
          <Button asChild variant="secondary" icon={Download}>
            <a
              href={`data:text/plain;charset=utf-8,${encodeURIComponent(file)}`}
              download="recovery-codes.txt"
            >
              Download
            </a>
          </Button>
          <Button onClick={onClose}>Done</Button>
        </>
      }
    >
      <ul className="grid grid-cols-2 gap-x-6 gap-y-1 rounded-md bg-sunken px-4 py-3 font-mono">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
    </Dialog>
  )
}
