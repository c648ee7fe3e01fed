import { useCombobox, type UseComboboxProps } from 'downshift'
import { ChevronDown, RotateCw, X } from 'lucide-react'
import { Popover } from 'radix-ui'
import { type ComponentProps, useId, useRef, useState } from 'react'
import { classNames } from './class-names.ts'
import { controlClasses } from './input.tsx'
import { OptionPopup, OptionRow, scrollToOption } from './option-list.tsx'
import type { SelectOption } from './select.tsx'
import { usePopupContainer } from './use-popup.ts'

export type OptionSearch = {
  /** Undefined while the list is closed. */
  search: (text: string | undefined) => void
  options: readonly SelectOption[]
  /** How many options match, of which only the first are listed. */
  match: number
  isMatchCapped?: boolean
  isPending: boolean
  failure: string | undefined
  retry: () => void
}

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
  /** Undefined when the choice is cleared. */
  onChoose: (option: SelectOption | undefined) => void
  found: OptionSearch
  /** What the list and the clear button are named after: "Organization". */
  things: string
  className?: string
}

const { stateChangeTypes: change } = useCombobox
/** Offered after a failed search, so that the keyboard reaches it. */
const retryOption: SelectOption = { value: 'retry', label: 'Try again' }

/** Escape and leaving the field restore the choice; clicking the field or trying again keeps the list open. */
const stateReducer: UseComboboxProps<SelectOption>['stateReducer'] = (state, { type, changes }) => {
  if (type === change.InputBlur || type === change.InputKeyDownEscape)
    return { ...changes, selectedItem: state.selectedItem }
  const staysOpen = type === change.InputClick || changes.selectedItem === retryOption
  return staysOpen ? { ...changes, isOpen: true } : changes
}

/** A select for too many options to list: typing searches, and an emptied field chooses nothing. */
export function Combobox({
  id,
  chosen,
  onChoose,
  found,
  things,
  className,
  ...attributes
}: ComboboxProps) {
  const anchor = useRef<HTMLDivElement>(null)
  const { container, findContainer } = usePopupContainer(anchor)
  const ownId = useId()
  const [typed, setTyped] = useState<string>()
  const [pointedAt, setPointedAt] = useState(-1)
  const options = found.failure ? [retryOption] : found.isPending ? [] : [...found.options]
  const first = found.failure || typed ? 0 : options.findIndex((it) => it.value === chosen?.value)
  const active = Math.min(pointedAt < 0 ? first : pointedAt, options.length - 1)
  const message = getMessage(found)
  const box = useCombobox<SelectOption>({
    items: options,
    selectedItem: chosen ?? null,
    itemToString: (option) => option?.label ?? '',
    itemToKey: (option) => option?.value,
    inputValue: typed ?? chosen?.label ?? '',
    highlightedIndex: active,
    id: id ?? ownId,
    inputId: id ?? ownId,
    scrollIntoView: scrollToOption,
    stateReducer,
    onStateChange: ({ type, isOpen, highlightedIndex }) => {
      const isTyped = type === change.InputChange
      if (isOpen !== undefined || isTyped) setPointedAt(-1)
      else if (highlightedIndex !== undefined) setPointedAt(highlightedIndex)
      if (isOpen !== undefined) findContainer(isOpen)
      if (isOpen === false) setTyped(undefined)
      if (isOpen === false) found.search(undefined)
      else if (isOpen && !isTyped) found.search('')
    },
    onSelectedItemChange: ({ selectedItem }) => {
      if (selectedItem === retryOption) found.retry()
      else onChoose(selectedItem ?? undefined)
    },
  })
  return (
    <Popover.Root open={box.isOpen} onOpenChange={box.closeMenu}>
      <Popover.Anchor ref={anchor} className={classNames('relative', className)}>
        <input
          type="text"
          spellCheck={false}
          {...box.getInputProps({
            ...attributes,
            // Downshift's own handler would run after React has moved the cursor.
            onChange: ({ currentTarget: { value } }) => {
              setTyped(value)
              found.search(value)
            },
            onKeyDown: (event) => {
              const isForCursor = event.key === 'Home' || event.key === 'End'
              if (isForCursor) Object.assign(event.nativeEvent, { preventDownshiftDefault: true })
            },
            onBlur: () => {
              if (typed === '' && chosen) onChoose(undefined)
            },
          })}
          className={classNames(controlClasses, 'h-10 truncate pr-16 pl-3')}
        />
        {chosen && !attributes.disabled && (
          <button
            type="button"
            aria-label={`Clear ${things}`}
            onClick={() => {
              box.closeMenu()
              onChoose(undefined)
              anchor.current?.querySelector('input')?.focus()
            }}
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
        <output className="sr-only">{box.isOpen && (message ?? `${found.match} found`)}</output>
      </Popover.Anchor>
      <OptionPopup
        role="presentation"
        data-popup=""
        anchor={anchor}
        container={container}
        className="w-(--radix-popover-trigger-width) min-w-56"
      >
        {message && (
          <p
            className={classNames(
              'px-2 py-1.5 text-sm',
              found.failure ? 'text-red-ink' : 'text-muted',
            )}
          >
            {message}
          </p>
        )}
        {options.length > 0 && (
          <div {...box.getMenuProps({ 'aria-label': things }, { suppressRefError: true })}>
            {options.map((option, index) => (
              <OptionRow
                key={option.value}
                {...box.getItemProps({ item: option, index })}
                aria-selected={option.value === chosen?.value}
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

function getMessage({ failure, isPending, options, match, isMatchCapped }: OptionSearch) {
  if (failure) return failure
  if (isPending) return 'Searching...'
  if (!options.length) return 'Nothing found'
  return match > options.length
    ? `The first ${options.length} of ${match.toLocaleString('en-US')}${isMatchCapped ? '+' : ''}. Type to narrow them.`
    : undefined
}
