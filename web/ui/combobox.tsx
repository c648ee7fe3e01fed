import { ChevronDown, RotateCw, X } from 'lucide-react'
import { Popover } from 'radix-ui'
import type { ComponentProps } from 'react'
import { classNames } from './class-names.ts'
import { controlLook } from './input.tsx'
import { OptionPopup, OptionRow } from './option-list.tsx'
import type { SelectOption } from './select-option.ts'
import { type Found, useCombobox } from './use-combobox.ts'

type ComboboxProps = Pick<
  ComponentProps<'input'>,
  | 'id'
  | 'form'
  | 'ref'
  | 'placeholder'
  | 'disabled'
  | 'aria-label'
  | 'aria-describedby'
  | 'aria-invalid'
  | 'aria-required'
> & {
  chosen: SelectOption | undefined
  /** Undefined where the choice was taken back. */
  onChoose: (option: SelectOption | undefined) => void
  found: Found
  /** What is chosen among, for its list and its cross: "Organization". */
  things: string
  className?: string
}

/** One of more than a list can hold: what is typed is searched for. Inside a Field, or named by `aria-label`. */
export function Combobox({
  id,
  chosen,
  onChoose,
  found,
  things,
  className,
  ...attributes
}: ComboboxProps) {
  const { anchor, container, open, options, active, close, clear, field, list, popup, optionAt } =
    useCombobox({ id, chosen, onChoose, found })
  const words = stateOf(found)
  return (
    <Popover.Root open={open} onOpenChange={close}>
      <Popover.Anchor ref={anchor} className={classNames('relative', className)}>
        <input
          type="text"
          {...attributes}
          {...field}
          className={classNames(controlLook, 'h-10 truncate pr-16 pl-3')}
        />
        {chosen && !attributes.disabled && (
          <button
            type="button"
            aria-label={`Clear ${things}`}
            onClick={clear}
            className="absolute top-1.5 right-8 flex size-7 items-center justify-center rounded-md text-muted hover:bg-sunken hover:text-ink"
          >
            <X aria-hidden size={16} />
          </button>
        )}
        <ChevronDown
          aria-hidden
          size={16}
          className="pointer-events-none absolute top-3 right-3 text-muted"
        />
        <output className="sr-only">{open && (words ?? `${found.match} found`)}</output>
      </Popover.Anchor>
      <OptionPopup
        {...popup}
        container={container}
        className="w-(--radix-popover-trigger-width) min-w-56"
      >
        {words && (
          <p
            className={classNames(
              'px-2 py-1.5 text-sm',
              found.failure ? 'text-red-ink' : 'text-muted',
            )}
          >
            {words}
          </p>
        )}
        {options.length > 0 && (
          <div {...list} aria-label={things}>
            {options.map((option, index) => (
              <OptionRow
                key={option.value}
                {...optionAt(index)}
                isActive={index === active}
                mark={found.failure && <RotateCw aria-hidden size={16} />}
              >
                {option.label}
              </OptionRow>
            ))}
          </div>
        )}
      </OptionPopup>
    </Popover.Root>
  )
}

/** What there is to say beside the options. */
function stateOf({ failure, isPending, options, match, isMatchCapped }: Found) {
  if (failure) return failure
  if (isPending) return 'Searching...'
  if (!options.length) return 'Nothing found'
  return match > options.length
    ? `The first ${options.length} of ${match.toLocaleString('en-US')}${isMatchCapped ? '+' : ''}. Type to narrow them.`
    : undefined
}
