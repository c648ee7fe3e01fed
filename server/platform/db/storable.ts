/** Text as PostgreSQL can keep it, in columns and in JSON: without NUL and without halves of characters. */
export const storable = (text: string) => text.replaceAll('\0', '').toWellFormed()
