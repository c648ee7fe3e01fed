import { markedWords, type Said } from './marked-words.ts'

type MarkedTextProps = {
  segment: Said
  /**
   * Makes each run of unsure words one that Tab goes to, from one to the next: told which of the line's it is, and whether
   * it was pressed.
   */
  onUnsure?: ((nth: number, isPressed: boolean) => void) | undefined
}

const unsureLook = 'underline decoration-amber decoration-dotted decoration-2 underline-offset-4'

/** The words of a line, with those marked of which the engine was unsure. */
export function MarkedText({ segment, onUnsure }: MarkedTextProps) {
  let unsure = 0
  return markedWords(segment).map(({ text, isUncertain }, index) => {
    const nth = isUncertain ? unsure++ : -1
    return (
      // oxlint-disable-next-line react/no-array-index-key -- runs of one fixed text never change places
      <span key={index}>
        {index > 0 && ' '}
        {!isUncertain ? (
          text
        ) : onUnsure ? (
          <button
            type="button"
            data-unsure
            title="Unsure: play from just before it"
            className={`rounded-xs select-text ${unsureLook}`}
            onFocus={() => onUnsure(nth, false)}
            onClick={(event) => {
              event.stopPropagation()
              onUnsure(nth, true)
            }}
          >
            {text}
          </button>
        ) : (
          <span data-unsure className={unsureLook}>
            {text}
          </span>
        )}
      </span>
    )
  })
}
