import { ArrowLeft, ArrowRight, Check } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import {
  getAnswers,
  type Instrument,
  type InstrumentItem,
} from '#contract/questionnaires/instruments.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { Progress } from '#web/ui/progress.tsx'

/** Milliseconds in which a second tap still belongs to the first, which answered the question before. */
const doubleTapMs = 400

type QuestionProps = {
  instrument: Instrument
  item: InstrumentItem
  /** From 1. */
  place: number
  /** Null: left out; undefined: not answered yet. */
  value: number | null | undefined
  onAnswer: (value: number | null) => void
  onBack: () => void
  onNext: () => void
}

/** One question with its answers as large as a thumb; a press keeps it and goes on. */
export function Question({
  instrument,
  item,
  place,
  value,
  onAnswer,
  onBack,
  onNext,
}: QuestionProps) {
  const id = useId()
  const heading = useRef<HTMLHeadingElement>(null)
  const answers = getAnswers(instrument, item)
  const of = instrument.items.length
  // Whoever listens hears the next question, and whoever types goes on from it.
  useEffect(() => heading.current?.focus(), [])
  const [isReady, setReady] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setReady(true), doubleTapMs)
    return () => clearTimeout(timer)
  }, [])
  useAnswerKeys(answers, onAnswer, onBack)
  return (
    <Card>
      <p id={`${id}-about`} className="text-muted">
        {instrument.period}
      </p>
      <Progress value={(place - 1) / of} label={`Question ${place} of ${of}`} className="mt-2" />
      <p className="mt-1 text-right text-xs text-muted tabular-nums">
        {place} of {of}
      </p>
      {instrument.stem && <p className="mt-2">{instrument.stem}</p>}
      <h1
        ref={heading}
        id={id}
        tabIndex={-1}
        className="mt-2 min-h-21 text-lg text-pretty outline-none"
      >
        {item.text}
      </h1>
      <ul aria-labelledby={id} className="mt-4 flex flex-col gap-2">
        {answers.map((it, index) => (
          <li key={it.value}>
            <button
              type="button"
              disabled={!isReady}
              aria-pressed={it.value === value}
              onClick={() => onAnswer(it.value)}
              className={classNames(
                'flex min-h-14 w-full items-center gap-3 rounded-md border px-4 py-2 text-left text-base transition-colors',
                it.value === value
                  ? 'border-brand bg-brand-soft font-semibold'
                  : 'border-outline/50 bg-surface hover:bg-sunken',
              )}
            >
              <span aria-hidden className="w-4 text-xs text-muted tabular-nums max-md:hidden">
                {index + 1}
              </span>
              <span className="min-w-0 flex-1">{it.label}</span>
              {it.value === value && <Check aria-hidden size={18} className="text-brand-ink" />}
            </button>
          </li>
        ))}
      </ul>
      <div className="mt-4 flex items-center justify-between gap-2">
        <Button variant="ghost" className="h-12" icon={ArrowLeft} onClick={onBack}>
          Back
        </Button>
        {value === undefined ? (
          <Button
            variant="ghost"
            className="h-12 disabled:opacity-100"
            disabled={!isReady}
            onClick={() => onAnswer(null)}
          >
            Skip
          </Button>
        ) : (
          <Button variant="secondary" className="h-12" icon={ArrowRight} onClick={onNext}>
            Next
          </Button>
        )}
      </div>
      {value === null && <p className="mt-2 text-xs text-muted">You skipped this question.</p>}
    </Card>
  )
}

/** On a keyboard the number of an answer gives it, and the left arrow goes back. */
function useAnswerKeys(
  answers: readonly { value: number }[],
  onAnswer: (value: number) => void,
  onBack: () => void,
) {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.altKey || event.ctrlKey || event.metaKey || event.repeat) return
      if (document.querySelector('[role=dialog], [role=alertdialog]')) return
      const chosen = answers[Number(event.key) - 1]
      if (chosen) onAnswer(chosen.value)
      else if (event.key === 'ArrowLeft') onBack()
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  })
}
