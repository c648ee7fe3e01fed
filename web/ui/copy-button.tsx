import { Copy } from 'lucide-react'
import type { ComponentProps } from 'react'
import { Button } from './button.tsx'
import { IconButton } from './icon-button.tsx'
import { useToast } from './toast.tsx'

type CopyWords = {
  done?: { title: string; description?: string }
  failed: string
  onCopied?: () => void
}

export function useCopyToClipboard({ done = { title: 'Copied!' }, failed, onCopied }: CopyWords) {
  const toast = useToast()
  return async (text: string) => {
    try {
      await writeToClipboard(text)
      toast(done)
      onCopied?.()
    } catch {
      toast({ title: 'Error', description: failed, tone: 'destructive' })
    }
  }
}

/** Throws if the browser refuses. */
async function writeToClipboard(text: string) {
  // Without https there is only the command, which copies what its event is given.
  if (isSecureContext) return navigator.clipboard.writeText(text)
  document.oncopy = (event) => {
    event.preventDefault()
    event.clipboardData?.setData('text/plain', text)
  }
  const isCopied = document.execCommand('copy')
  document.oncopy = null
  if (!isCopied) throw new Error()
}

type CopyButtonProps = CopyWords &
  Pick<ComponentProps<typeof Button>, 'variant' | 'size'> & {
    text: string
    label: string
    isIcon?: boolean
  }

export function CopyButton({
  text,
  label,
  isIcon = false,
  variant,
  size,
  ...words
}: CopyButtonProps) {
  const copy = useCopyToClipboard(words)
  return isIcon ? (
    <IconButton
      label={label}
      icon={Copy}
      size="sm"
      variant="secondary"
      onClick={() => void copy(text)}
    />
  ) : (
    <Button variant={variant} size={size} icon={Copy} onClick={() => void copy(text)}>
      {label}
    </Button>
  )
}

/** An id cut off at its start, which ids of the same time share. A click copies all of it. */
export function CopyId({ id }: { id: string }) {
  const copy = useCopyToClipboard({ failed: 'Failed to copy the id to clipboard' })
  return (
    <button
      type="button"
      title={id}
      onClick={() => void copy(id)}
      className="group/id flex max-w-full items-center gap-1 rounded-md text-xs text-muted hover:text-ink"
    >
      <span className="sr-only">Copy </span>
      <span className="shrink-0">ID:</span>
      {/* `rtl` cuts off the start. */}
      <span className="min-w-0 truncate [direction:rtl]">
        <bdi>{id}</bdi>
      </span>
      <Copy
        aria-hidden
        size={12}
        className="shrink-0 opacity-0 transition-opacity group-hover/id:opacity-100 group-focus-visible/id:opacity-100"
      />
    </button>
  )
}
