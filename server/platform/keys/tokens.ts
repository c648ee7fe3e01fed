import { hash, randomBytes } from 'node:crypto'

/** What opens something to whoever holds it. */
export const newToken = () => randomBytes(32).toString('base64url')

/** What is kept of a token that is handed out: enough to know it again, and of no use to who reads it. */
export const hashOf = (token: string) => hash('sha256', token, 'base64url')
