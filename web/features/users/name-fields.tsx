import { FieldPair, TextField } from '#web/form/fields.tsx'

/** Who an account is for: in each form that makes or changes one. */
export const NameFields = () => (
  <>
    <FieldPair>
      <TextField name="firstName" label="First Name" isRequired />
      <TextField name="lastName" label="Last Name" isRequired />
    </FieldPair>
    <TextField name="email" type="email" label="Email" isRequired />
  </>
)
