/** Rows picked one by one, or all that match the filters but for those taken out again: also rows that are not loaded. */
export type Selection = { isAll: boolean; ids: ReadonlySet<string> }

export const nobody: Selection = { isAll: false, ids: new Set() }
export const everybody: Selection = { isAll: true, ids: new Set() }

export const isSelected = ({ isAll, ids }: Selection, id: string) => isAll !== ids.has(id)

/** How many are selected of `match` that match the filters. */
export const selectedCount = ({ isAll, ids }: Selection, match: number) =>
  isAll ? Math.max(0, match - ids.size) : ids.size

/** With this one selected, or not. */
export function toggled(selection: Selection, id: string, isOn: boolean): Selection {
  if (isSelected(selection, id) === isOn) return selection
  const ids = new Set(selection.ids)
  if (!ids.delete(id)) ids.add(id)
  return { ...selection, ids }
}
