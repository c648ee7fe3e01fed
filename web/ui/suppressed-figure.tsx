/** A figure that would say too much about too few people. */
export const SuppressedFigure = () => (
  <span className="font-normal text-muted">
    <span aria-hidden>–</span>
    <span className="sr-only">Not shown</span>
  </span>
)
