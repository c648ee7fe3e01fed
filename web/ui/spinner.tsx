import { LoaderCircle } from 'lucide-react'
import { classNames } from './class-names.ts'

export function Spinner({
  label,
  isLabelVisible = false,
  className,
}: {
  label: string
  isLabelVisible?: boolean
  className?: string
}) {
  return (
    <output className={classNames('inline-flex items-center gap-2 text-muted', className)}>
      <LoaderCircle aria-hidden size={20} className="animate-spin text-brand" />
      <span className={isLabelVisible ? undefined : 'sr-only'}>{label}</span>
    </output>
  )
}
