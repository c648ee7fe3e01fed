import { hash, verify } from '@node-rs/argon2'

/** argon2id with the parameters that OWASP names first: 19 MiB, two passes, one lane (about 20 ms). */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Hashed as NFC: keyboards write "é" as one character or as two. */
export const hashPassword = (password: string) => hash(password.normalize('NFC'), cost)

/** A hash that no password has: checking against it takes as long as checking a real one. */
let dummyHash: Promise<string> | undefined
/** False also where there is no hash, after the same time, so that an answer never tells whether somebody exists. */
export async function verifyPassword(password: string, passwordHash: string | undefined) {
  dummyHash ??= hashPassword('nobody')
  const expected = passwordHash ?? (await dummyHash)
  // Hashes from before passwords were normalized are of the characters that were typed.
  const spellings = new Set([password.normalize('NFC'), password, password.normalize('NFD')])
  for (const spelling of spellings)
    if (await verify(expected, spelling)) return passwordHash !== undefined
  return false
}
