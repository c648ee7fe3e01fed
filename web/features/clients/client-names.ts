import type { Client } from '#contract/clients.ts'

type Named = Pick<Client, 'userFirstName' | 'userLastName' | 'userEmail'>

/** "Name or the local part of the email" (specification part 2, section 2.1). */
export const clientName = ({ userFirstName, userLastName, userEmail }: Named) =>
  `${userFirstName} ${userLastName}`.trim() || userEmail?.split('@')[0] || 'Client'

/** First letters of the first and the last word of the name. */
export const clientInitials = (client: Named) => {
  const words = clientName(client).split(/[\s._-]+/)
  return [words[0], words.length > 1 ? words.at(-1) : '']
    .map((word) => Array.from(word ?? '')[0] ?? '')
    .join('')
    .toUpperCase()
}
