/** An empty field of a form is stored as null. */
export const emptyToNull = <Form extends object>(form: Form) =>
  Object.fromEntries(
    Object.entries(form).map(([field, value]: [string, unknown]) => [
      field,
      value === '' ? null : value,
    ]),
  ) as Form

/** Text that PostgreSQL accepts, in columns and in JSON: no NUL and no lone surrogates. */
export const toStorableText = (text: string) => text.replaceAll('\0', '').toWellFormed()
