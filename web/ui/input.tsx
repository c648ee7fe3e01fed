import type { ComponentProps } from 'react'
import { classNames } from './class-names.ts'

/** 16 px on phones, or iOS zooms into the page. */
export const controlClasses =
  'w-full rounded-md border border-outline bg-surface text-base text-ink transition-colors md:text-sm hover:not-disabled:border-muted disabled:cursor-not-allowed disabled:bg-sunken disabled:text-muted [&[readonly]]:bg-sunken aria-invalid:border-red focus-visible:outline-offset-0'

export function Input({ className, ...input }: ComponentProps<'input'>) {
  return (
    <input dir="auto" className={classNames(controlClasses, 'h-10 px-3', className)} {...input} />
  )
}

export function Textarea({ className, rows = 4, ...textarea }: ComponentProps<'textarea'>) {
  return (
    <textarea
      dir="auto"
      rows={rows}
      className={classNames(controlClasses, 'min-h-20 resize-y px-3 py-2', className)}
      {...textarea}
    />
  )
}
