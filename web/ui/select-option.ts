export type SelectOption = { value: string; label: string; isDisabled?: boolean }
