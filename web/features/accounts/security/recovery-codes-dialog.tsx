import { Download, Printer } from 'lucide-react'
import { brandName } from '#web/lib/page-settings.ts'
import { Button } from '#web/ui/button.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Paper } from '#web/ui/paper.tsx'

type RecoveryCodesDialogProps = {
  /** Undefined: closed. */
  codes: readonly string[] | undefined
  onClose: () => void
}

export function RecoveryCodesDialog({ codes = [], onClose }: RecoveryCodesDialogProps) {
  const title = `${brandName} recovery codes`
  const text = codes.join('\n')
  const file = `${title}. Each works once.\n\n${text}\n`
  const isOpen = codes.length > 0
  return (
    <>
      <Dialog
        isOpen={isOpen}
        onClose={onClose}
        ignoresClickOutside
        size="sm"
        title="Save your recovery codes"
        description="They won’t be shown again. Each lets you sign in once if you lose your second factor. Keep them somewhere safe, such as in a password manager."
        footer={<Button onClick={onClose}>Done</Button>}
      >
        <Codes codes={codes} />
        <div className="mt-4 flex flex-wrap gap-2">
          <CopyButton
            variant="secondary"
            size="sm"
            text={text}
            label="Copy"
            failed="Failed to copy the recovery codes to clipboard"
          />
          <Button asChild variant="secondary" size="sm" icon={Download}>
            <a
              href={`data:text/plain;charset=utf-8,${encodeURIComponent(file)}`}
              download="recovery-codes.txt"
            >
              Download
            </a>
          </Button>
          <Button variant="secondary" size="sm" icon={Printer} onClick={() => print()}>
            Print
          </Button>
        </div>
      </Dialog>
      {isOpen && (
        <Paper>
          <h2 className="text-xl">{title}</h2>
          <p className="mb-5 text-muted">Each works once.</p>
          <Codes codes={codes} />
        </Paper>
      )}
    </>
  )
}

const Codes = ({ codes }: { codes: readonly string[] }) => (
  <ul className="grid grid-cols-2 gap-x-6 gap-y-1 rounded-md bg-sunken px-4 py-3 font-mono">
    {codes.map((code) => (
      <li key={code}>{code}</li>
    ))}
  </ul>
)
