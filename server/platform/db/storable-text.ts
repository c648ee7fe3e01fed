/** Text that PostgreSQL accepts, in columns and in JSON: no NUL and no lone surrogates. */
export const toStorableText = (text: string) => text.replaceAll('\0', '').toWellFormed()
