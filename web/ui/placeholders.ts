export type PlaceholderRange = { name: string; isKnown: boolean; from: number; to: number }

export type Placeholders = {
  find: (text: string) => readonly PlaceholderRange[]
  /** In the order in which they are offered. */
  all: readonly { name: string; group: string }[]
  /** What a placeholder stands for, and its current value if known. */
  explain: (name: string) => { what: string; now?: string }
}

export const inBraces = (name: string) => `{{${name}}}`

/** The placeholder around a position or at its edge. */
export const placeholderAt = (found: readonly PlaceholderRange[], position: number) =>
  found.find(({ from, to }) => from <= position && position <= to)

const begun = /\{\{\s*(\w*)$/
const rest = /^\w*(?:[^\S\n]*\}\})?/

/** The unfinished placeholder at the cursor: what was typed of its name, and the range that completing it replaces. */
export function placeholderBeingTyped(before: string, after: string) {
  const [whole, typed = ''] = begun.exec(before) ?? []
  if (whole === undefined) return undefined
  return {
    typed,
    from: before.length - whole.length,
    to: before.length + (rest.exec(after)?.[0].length ?? 0),
  }
}
