/** A dash for a figure that would tell about too few people. */
export const SuppressedFigure = () => (
  <span className="font-normal text-muted">
    <span aria-hidden>–</span>
    <span className="sr-only">Not shown</span>
  </span>
)
