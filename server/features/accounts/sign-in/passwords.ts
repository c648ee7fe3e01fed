import { hash, verify } from '@node-rs/argon2'
import { AppError } from '../../../platform/errors.ts'
import { isCommonPassword } from './common-passwords.ts'

/** argon2id with the parameters recommended by OWASP: 19 MiB, two passes, one lane (about 20 ms). */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Hashed as NFC: keyboards write "é" as one character or as two. */
export const hashPassword = (password: string) => hash(password.normalize('NFC'), cost)

/** Throws invalid for one of the most common passwords. */
export async function hashNewPassword(password: string) {
  if (await isCommonPassword(password))
    throw new AppError('invalid', commonPassword, { password: commonPassword })
  return hashPassword(password)
}

export const commonPassword = 'This password is too common. Please choose another one'

let dummyHash: Promise<string> | undefined
/** Takes the same time without a hash, so that it does not reveal whether an account exists. */
export async function verifyPassword(password: string, passwordHash: string | undefined) {
  dummyHash ??= hashPassword('nobody')
  const expected = passwordHash ?? (await dummyHash)
  const isRight = await verify(expected, password.normalize('NFC'))
  return isRight && passwordHash !== undefined
}
