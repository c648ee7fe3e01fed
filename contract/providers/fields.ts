import { z } from 'zod'
import { line, verbatim } from '../bounds.ts'

/** One setting of a provider, for its form and for the server alike. */
export type ProviderField = {
  label: string
  hint?: string
  /** It is encrypted, and shown masked. */
  isSecret?: true
  /** The provider does its work without it. */
  isOptional?: true
  /** What may be chosen, with the words for it. */
  options?: Readonly<Record<string, string>>
  /** What a new form begins with. */
  byDefault?: string
  /** It says where things are kept, and stays as it is while there are any. */
  isPlace?: true
  /** It says where the service is; no address of this machine is taken. */
  isAddress?: true
  /** What a value that is given must be. */
  schema: z.ZodType<string, string>
}
export type ProviderFields = Readonly<Record<string, ProviderField>>

/** What an administrator reads and fills in about one provider. */
export type ProviderForm = {
  label: string
  /** What it does with what people say, in a sentence. */
  about: string
  fields: ProviderFields
  /** Names of optional fields of which one alone does nothing. */
  together?: readonly string[]
}
export type ProviderForms = Readonly<Record<string, ProviderForm>>

type More = Partial<Omit<ProviderField, 'label' | 'isSecret' | 'options'>>

/** Characters of a setting: a long one is a name or an address. */
export const settingCharacters = 500
/** Characters of a secret: the longest are keys in PEM. */
export const secretCharacters = 10_000

export const textField = (label: string, more: More = {}): ProviderField => ({
  label,
  schema: line(settingCharacters),
  ...more,
})
export const secretField = (label: string, more: More = {}): ProviderField => ({
  label,
  schema: verbatim(secretCharacters),
  isSecret: true,
  ...more,
})
/** The first option is the default. */
export const choiceField = (
  label: string,
  options: Readonly<Record<string, string>>,
  more: More = {},
): ProviderField => ({
  label,
  options,
  byDefault: Object.keys(options)[0] ?? '',
  schema: z.enum(Object.keys(options)),
  ...more,
})
