import { markedWords, type Said } from './marked-words.ts'

type MarkedTextProps = {
  segment: Said
  /** Makes each run of uncertain words a button; gets its index in the line and whether it was clicked. */
  onUncertain?: ((nth: number, isPressed: boolean) => void) | undefined
}

const uncertainClasses =
  'underline decoration-amber decoration-dotted decoration-2 underline-offset-4'

/** The text of a line with uncertain words marked. */
export function MarkedText({ segment, onUncertain }: MarkedTextProps) {
  let uncertain = 0
  return markedWords(segment).map(({ text, isUncertain }, index) => {
    const nth = isUncertain ? uncertain++ : -1
    return (
      // oxlint-disable-next-line react/no-array-index-key -- runs of one fixed text never change places
      <span key={index}>
        {index > 0 && ' '}
        {!isUncertain ? (
          text
        ) : onUncertain ? (
          <button
            type="button"
            data-uncertain
            title="Uncertain: click to listen"
            className={`rounded-xs select-text ${uncertainClasses}`}
            onFocus={() => onUncertain(nth, false)}
            onClick={(event) => {
              event.stopPropagation()
              onUncertain(nth, true)
            }}
          >
            {text}
          </button>
        ) : (
          <span data-uncertain className={uncertainClasses}>
            {text}
          </span>
        )}
      </span>
    )
  })
}
