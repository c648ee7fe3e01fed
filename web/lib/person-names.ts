type Named = { firstName: string; lastName: string; email: string }

/** First and last name, or the e-mail of somebody without names. */
export const personName = ({ firstName, lastName, email }: Named) =>
  `${firstName} ${lastName}`.trim() || email

/** First letters of the first and the last name, or of the e-mail. */
export const personInitials = ({ firstName, lastName, email }: Named) =>
  ([firstName, lastName].map(firstLetter).join('') || firstLetter(email)).toUpperCase()

/** By code point, so that no letter is cut in two. */
const firstLetter = (text: string) => Array.from(text.trim())[0] ?? ''
