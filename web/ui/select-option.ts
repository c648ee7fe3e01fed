export type SelectOption = { value: string; label: string; isDisabled?: boolean }

/** The next option that begins with what was typed. The same letter again and again walks through all that begin so. */
export function nextMatch(options: readonly SelectOption[], typed: string, from: number) {
  const word = typed.toLocaleLowerCase()
  const letter = word.charAt(0)
  const isOneLetter = word === letter.repeat(word.length)
  const text = isOneLetter ? letter : word
  const start = Math.max(0, isOneLetter ? from + 1 : from)
  return options
    .map((_, index) => (start + index) % options.length)
    .find((index) => {
      const option = options[index]
      return !option?.isDisabled && option?.label.toLocaleLowerCase().startsWith(text)
    })
}
