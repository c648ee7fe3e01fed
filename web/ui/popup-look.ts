/** How what opens above a control looks: a list of options, a popover. */
export const popupLook =
  'relative z-50 overflow-y-auto rounded-md border border-outline bg-surface text-ink shadow-float outline-none data-[state=open]:animate-rise-in'
