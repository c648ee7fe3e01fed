import { type ReactNode, useState } from 'react'

/** `specimens`: pieces in their states, by a small heading. */
export type Group = {
  id: string
  title: string
  about: string
  specimens: Record<string, ReactNode>
}

type LiveProps<Value> = {
  start: Value
  children: (value: Value, set: (next: Value) => void) => ReactNode
}

/** A specimen that can be used. */
export function Live<Value>({ start, children }: LiveProps<Value>) {
  const [value, set] = useState(start)
  return children(value, set)
}

export const Stack = ({ children }: { children: ReactNode }) => (
  <div className="flex w-full min-w-0 flex-col gap-4">{children}</div>
)

export const Columns = ({ children }: { children: ReactNode }) => (
  <div className="grid w-full gap-5 md:grid-cols-2">{children}</div>
)
