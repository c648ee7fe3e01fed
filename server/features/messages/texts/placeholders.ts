/** The names that stand in braces in a text: 'Hello {firstName}' has firstName. */
export type NamesIn<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | NamesIn<Rest>
  : never

/** Puts the values in the place of their names, once: what stands in a value is never a name. */
export const filledIn = (text: string, values: Readonly<Record<string, string>>) =>
  text.replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '')
