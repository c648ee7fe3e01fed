/** How what opens above a control looks: a list of options, a popover. */
export const popupLook =
  'relative z-50 overflow-y-auto rounded-md border border-outline bg-surface text-ink shadow-float outline-none data-[state=open]:animate-rise-in'

/** How one option of a list looks; the active one besides has `activeOptionLook`. */
export const optionLook =
  'flex min-h-9 cursor-default items-center gap-2 rounded-md py-1.5 pr-3 pl-2 text-sm select-none aria-disabled:text-muted aria-disabled:opacity-60 aria-selected:font-semibold'
export const activeOptionLook = 'bg-sunken'
