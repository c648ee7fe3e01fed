import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'

type LongDialogProps = { isOpen: boolean; onClose: () => void }

/** More than fits: the middle scrolls, title and buttons stay. */
export function LongDialog({ isOpen, onClose }: LongDialogProps) {
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title="What the transcript says"
      footer={<Button onClick={onClose}>Done</Button>}
    >
      {Array.from({ length: 24 }, (_, line) => (
        <p key={line} className="mb-3 max-w-prose">
          <span className="font-semibold">{line % 2 ? 'Client' : 'Coach'}</span>{' '}
          {line % 2
            ? 'I slept a little better, and I said no to one meeting.'
            : 'What was different about this week?'}
        </p>
      ))}
    </Dialog>
  )
}
