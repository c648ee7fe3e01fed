import type { ComponentProps } from 'react'
import { classNames } from './class-names.ts'
import { controlLook } from './control-look.ts'

/** Several lines of text, inside a Field. */
export function Textarea({ className, rows = 4, ...textarea }: ComponentProps<'textarea'>) {
  return (
    <textarea
      rows={rows}
      className={classNames(controlLook, 'min-h-20 resize-y px-3 py-2', className)}
      {...textarea}
    />
  )
}
