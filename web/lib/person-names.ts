import type { Client } from '#contract/clients/clients.ts'

type Named = { firstName: string; lastName: string; email: string }

/** First and last name, or else the email. */
export const formatPersonName = ({ firstName, lastName, email }: Named) =>
  `${firstName} ${lastName}`.trim() || email

export const formatPersonInitials = ({ firstName, lastName, email }: Named) =>
  ([firstName, lastName].map(firstLetter).join('') || firstLetter(email)).toUpperCase()

/** First name, or the local part of the email, or 'User' (docs/product.md, "Shell"). */
export const greetingName = ({ firstName, email }: Omit<Named, 'lastName'>) =>
  firstName.trim() || email.split('@')[0] || 'User'

type NamedClient = Pick<Client, 'userFirstName' | 'userLastName' | 'userEmail'>

/** Name, or the local part of the email (docs/product.md, "Clients"). */
export const formatClientName = ({ userFirstName, userLastName, userEmail }: NamedClient) =>
  `${userFirstName} ${userLastName}`.trim() || userEmail?.split('@')[0] || 'Client'

export const formatClientInitials = (client: NamedClient) =>
  formatInitials(formatClientName(client))

export function formatInitials(name: string) {
  const words = name.split(/[\s._-]+/)
  return [words[0], words.length > 1 ? words.at(-1) : '']
    .map((word) => firstLetter(word ?? ''))
    .join('')
    .toUpperCase()
}

/** By code point, so that no letter is split. */
const firstLetter = (text: string) => Array.from(text.trim())[0] ?? ''
