import type { ComponentProps } from 'react'
import { classNames } from './class-names.ts'
import { controlLook } from './control-look.ts'

/** One line of text, inside a Field. */
export function Input({ className, ...input }: ComponentProps<'input'>) {
  return <input className={classNames(controlLook, 'h-10 px-3', className)} {...input} />
}
