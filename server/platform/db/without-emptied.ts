/** What is kept of a form: an emptied field is no value. */
export const withoutEmptied = <Form extends object>(form: Form) =>
  Object.fromEntries(
    Object.entries(form).map(([field, value]: [string, unknown]) => [
      field,
      value === '' ? null : value,
    ]),
  ) as Form
