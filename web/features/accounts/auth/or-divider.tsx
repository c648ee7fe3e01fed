/** Between two ways to do the same. */
export const OrDivider = () => (
  <p className="flex items-center gap-3 text-xs text-muted before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
    or
  </p>
)
