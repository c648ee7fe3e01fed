/** Where a text names something, known or not: from its first character up to behind the last. */
export type PlaceholderRange = { name: string; isKnown: boolean; from: number; to: number }

/** What a text may name in braces, as `{{name}}`, and what is known of each. */
export type Placeholders = {
  find: (text: string) => readonly PlaceholderRange[]
  /** All that can be named, in the order in which they are offered. */
  all: readonly { name: string; group: string }[]
  /** What a name stands for, and what it is at present where that is known. */
  explain: (name: string) => { what: string; now?: string }
}

export const inBraces = (name: string) => `{{${name}}}`

/** The name in which, or at whose edge, a position stands. */
export const placeholderAt = (found: readonly PlaceholderRange[], position: number) =>
  found.find(({ from, to }) => from <= position && position <= to)

const begun = /\{\{\s*(\w*)$/
const rest = /^\w*(?:[^\S\n]*\}\})?/

/**
 * What is being typed as a name: `from` its braces up to what is left of it behind the cursor, closing braces too. The
 * choice of a name takes its place as a whole.
 */
export function placeholderBeingTyped(before: string, after: string) {
  const [whole, typed = ''] = begun.exec(before) ?? []
  if (whole === undefined) return undefined
  return {
    typed,
    from: before.length - whole.length,
    to: before.length + (rest.exec(after)?.[0].length ?? 0),
  }
}
