export const classNames = (...parts: (string | false | undefined)[]) =>
  parts.filter(Boolean).join(' ')
