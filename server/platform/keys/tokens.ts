import { hash, randomBytes } from 'node:crypto'

export const newToken = () => randomBytes(32).toString('base64url')

/** Only the hash of a token is stored. */
export const hashToken = (token: string) => hash('sha256', token, 'base64url')
