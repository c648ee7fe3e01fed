import { z } from 'zod'
import { line, verbatim } from '../../bounds.ts'

export type ProviderField = {
  label: string
  hint?: string
  /** Stored encrypted and shown masked. */
  isSecret?: true
  isOptional?: true
  /** Choices with their labels. */
  options?: Readonly<Record<string, string>>
  defaultValue?: string
  /** Where files are stored; cannot be changed while there are any. */
  isLocation?: true
  /** Decides where secrets are sent: they have to be entered again when it changes. */
  isDestination?: true
  /** Address of the service; must not be on this machine. */
  isAddress?: true
  schema: z.ZodType<string, string>
}
export type ProviderFields = Readonly<Record<string, ProviderField>>

export type ProviderForm = {
  label: string
  /** What it does with data, in a sentence. */
  about: string
  fields: ProviderFields
  /** Optional fields that are only valid together. */
  requiredTogether?: readonly string[]
}
export type ProviderForms = Readonly<Record<string, ProviderForm>>

type FieldOptions = Partial<Omit<ProviderField, 'label' | 'isSecret' | 'options'>>

export const maxSettingCharacters = 500
/** The longest are PEM keys. */
export const maxSecretCharacters = 10_000

export const textField = (label: string, more: FieldOptions = {}): ProviderField => ({
  label,
  schema: line(maxSettingCharacters),
  ...more,
})
export const secretField = (label: string, more: FieldOptions = {}): ProviderField => ({
  label,
  schema: verbatim(maxSecretCharacters),
  isSecret: true,
  ...more,
})
/** The first option is the default. */
export const choiceField = (
  label: string,
  options: Readonly<Record<string, string>>,
  more: FieldOptions = {},
): ProviderField => ({
  label,
  options,
  defaultValue: Object.keys(options)[0] ?? '',
  schema: z.enum(Object.keys(options)),
  ...more,
})
