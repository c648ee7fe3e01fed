import { hash, verify } from '@node-rs/argon2'
import { AppError } from '../../../platform/errors.ts'
import { isCommonPassword } from './common-passwords.ts'
import { demoPassword } from './demo-password.ts'

/** argon2id with the parameters recommended by OWASP: 19 MiB, two passes, one lane (about 20 ms). */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Hashed as NFC: keyboards write "é" as one character or as two. */
export const hashPassword = (password: string) => hash(password.normalize('NFC'), cost)

type Owner = { firstName: string; lastName: string; email: string }
/** `origin`: the public address of the installation. */
type Place = { brandName: string; origin: string }

/** Throws invalid for a password that is easy to guess. */
export async function hashNewPassword(password: string, owner: Owner, place: Place) {
  const error = await passwordError(password, owner, place)
  if (error) throw new AppError('invalid', `${error}.`, { password: error })
  return hashPassword(password)
}

/** Why others could guess it; undefined if they could not. */
export async function passwordError(password: string, owner: Owner, place: Place) {
  if (password === demoPassword || (await isCommonPassword(password)))
    return 'This password is too common. Please choose another one'
  const folded = fold(password).join('')
  if (guessableWords(owner, place).some((word) => folded.includes(word)))
    return 'A password must not contain your name, your email or the name of this site'
  return undefined
}

/** Shorter words are part of too many others. */
const minWordLength = 4

/** Names, email, brand and host name, in parts and joined. */
const guessableWords = ({ firstName, lastName, email }: Owner, { brandName, origin }: Place) =>
  [firstName, lastName, ...email.split('@'), brandName, new URL(origin).hostname]
    .flatMap((text) => [...fold(text), fold(text).join('')])
    .filter((word) => word.length >= minWordLength)

/** Words in lower case without accents. */
const fold = (text: string) =>
  text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)

let dummyHash: Promise<string> | undefined
/** Takes the same time without a hash, so that it does not reveal whether an account exists. */
export async function verifyPassword(password: string, passwordHash: string | undefined) {
  dummyHash ??= hashPassword('nobody')
  const expected = passwordHash ?? (await dummyHash)
  const isRight = await verify(expected, password.normalize('NFC'))
  return isRight && passwordHash !== undefined
}
