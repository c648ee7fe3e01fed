/** The given classes, joined; what is false or missing is left out. */
export const classNames = (...parts: (string | false | undefined)[]) =>
  parts.filter(Boolean).join(' ')
