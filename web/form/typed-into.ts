import { open } from './kept-entries.ts'

/** All that is being typed into the forms of something, by the end of their names. */
export const typedInto = (id: string) =>
  [...open].flatMap(([name, read]) => (name.endsWith(id) ? (read() ?? []) : []))
