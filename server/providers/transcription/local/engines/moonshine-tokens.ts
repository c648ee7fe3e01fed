import { readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'

const tokenizerFile = 'llama-tokenizer.js'
export const tokensFile = 'tokens.txt'
/** They follow the vocabulary and are never written. */
const specialTokens = 768

/** Extracts the vocabulary for sherpa-onnx from the source of the tokenizer, without running it. */
export async function convertTokenizer(folder: string) {
  const program = path.join(folder, tokenizerFile)
  await writeFile(path.join(folder, tokensFile), toTokensFile(await readFile(program, 'utf8')))
  await rm(program)
}

/** One line per token: its bytes in base64, and its id. */
export function toTokensFile(program: string) {
  const [, vocabulary] = /llama_vocab_base64 = "([A-Za-z0-9+/=]+)"/.exec(program) ?? []
  if (!vocabulary) throw new Error(`There is no vocabulary in ${tokenizerFile}.`)
  const tokens = Buffer.from(vocabulary, 'base64').toString('utf8').split('\n').map(toBytes)
  const special = Array.from({ length: specialTokens }, (_, id) => Buffer.from(`<special-${id}>`))
  return [...tokens, ...special].map((bytes, id) => `${bytes.toString('base64')} ${id}\n`).join('')
}

const toBytes = (token: string) => {
  const [, byte] = /^<0x([0-9A-F]{2})>$/.exec(token) ?? []
  return byte ? Buffer.from(byte, 'hex') : Buffer.from(token.replaceAll('▁', ' '))
}
