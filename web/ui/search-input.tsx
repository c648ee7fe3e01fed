import { Search, X } from 'lucide-react'
import { useRef } from 'react'
import { classNames } from './class-names.ts'
import { controlClasses } from './input.tsx'
import { isTyping, usePageShortcuts } from './use-page-shortcuts.ts'

type SearchInputProps = {
  label: string
  value: string
  onChange: (value: string) => void
  /** The endpoint rejects longer searches. */
  maxLength: number
  placeholder?: string
  /** Enter, and with Shift backwards. */
  onEnter?: (isBack: boolean) => void
  className?: string
}

/** `/` focuses it from anywhere on the page, Escape clears it. */
export function SearchInput({
  label,
  value,
  onChange,
  maxLength,
  placeholder,
  onEnter,
  className,
}: SearchInputProps) {
  const input = useRef<HTMLInputElement>(null)
  usePageShortcuts(input, (event) => {
    if (event.key !== '/' || event.ctrlKey || event.metaKey || isTyping(event.target)) return
    event.preventDefault()
    input.current?.focus()
    input.current?.select()
  })
  return (
    <div className={classNames('relative print:hidden', className)}>
      <Search
        aria-hidden
        size={16}
        className="pointer-events-none absolute top-3 left-3 text-muted"
      />
      <input
        ref={input}
        type="search"
        aria-label={label}
        aria-keyshortcuts="/"
        placeholder={placeholder}
        maxLength={maxLength}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && onEnter) {
            event.preventDefault()
            onEnter(event.shiftKey)
          }
          if (event.key !== 'Escape' || !value) return
          // The first Escape clears it; the next closes a dialog around it.
          event.preventDefault()
          event.stopPropagation()
          onChange('')
        }}
        className={classNames(
          controlClasses,
          'peer h-10 pr-10 pl-9 [&::-webkit-search-cancel-button]:hidden',
        )}
      />
      {value ? (
        <button
          type="button"
          aria-label="Clear search"
          onClick={() => {
            onChange('')
            input.current?.focus()
          }}
          className="absolute top-1.5 right-1.5 flex size-7 items-center justify-center rounded-md text-muted hover:bg-sunken hover:text-ink"
        >
          <X aria-hidden size={16} />
        </button>
      ) : (
        <kbd
          aria-hidden
          className="pointer-events-none absolute top-2.5 right-3 hidden rounded-md border border-line px-1.5 font-sans text-xs text-muted peer-focus:hidden md:block"
        >
          /
        </kbd>
      )}
    </div>
  )
}
