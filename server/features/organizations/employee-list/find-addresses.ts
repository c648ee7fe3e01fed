import { email } from '#contract/accounts/onboarding.ts'
import { maxEmployees } from '#contract/organizations/employee-list.ts'
import { AppError } from '../../../platform/errors.ts'

const maxShownLines = 20

/**
 * The addresses in a table of text, in lower case and each once: the first of each line, whatever the separator and the other
 * columns. Throws unprocessable if there are none, or too many.
 */
export function findAddresses(text: string) {
  const addresses = new Set<string>()
  const unreadableLines: number[] = []
  let [found, unreadable] = [0, 0]
  for (const [index, line] of text.split(/\r\n|[\r\n]/).entries()) {
    const address = line.includes('@') ? addressIn(line) : undefined
    if (address) {
      found++
      addresses.add(address)
    } else if (line.trim() && (index > 0 || line.includes('@'))) {
      unreadable++
      if (unreadableLines.length < maxShownLines) unreadableLines.push(index + 1)
    }
  }
  if (!addresses.size)
    throw new AppError('unprocessable', 'No email addresses were found in this file.')
  if (addresses.size > maxEmployees)
    throw new AppError(
      'unprocessable',
      `The file has more than ${maxEmployees.toLocaleString('en-US')} addresses.`,
    )
  return {
    addresses: [...addresses],
    duplicates: found - addresses.size,
    unreadable,
    unreadableLines,
  }
}

function addressIn(line: string) {
  for (const cell of line.split(/[,;\t]/)) {
    const { data } = email.safeParse(cell.replaceAll(/^[\s"'<]+|[\s"'>]+$/g, ''))
    if (data) return data
  }
  return undefined
}
