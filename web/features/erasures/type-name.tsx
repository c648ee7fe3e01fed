import { Input } from '#web/ui/input.tsx'

type TypeNameProps = { name: string; typed: string; onType: (text: string) => void }

/** The name must be typed, so that nobody is erased by accident. */
export const TypeName = ({ name, typed, onType }: TypeNameProps) => (
  <label className="block text-sm">
    Type <strong className="font-semibold wrap-anywhere">{name.trim()}</strong> to confirm
    <Input
      className="mt-1.5"
      value={typed}
      onChange={(event) => onType(event.target.value)}
      autoComplete="off"
    />
  </label>
)
