import { Check, Pencil, Undo2, X } from 'lucide-react'
import { type KeyboardEvent, useRef, useState } from 'react'
import {
  type AnalysisValue,
  faultText,
  isConfirmable,
  type ValueFault,
} from '#contract/analysis/analysis.ts'
import { checkLabel } from '#contract/plans/plan-values.ts'
import { burnoutColour, metricColour } from '#contract/rules/value-colours.ts'
import { formatDateTime } from '#web/lib/dates.ts'
import { formatDecimal } from '#web/lib/numbers.ts'
import { colourTones } from '#web/parts/colour-tones.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { softTone, type Tone } from '#web/ui/tone.ts'
import { isTyping } from '#web/ui/use-page-shortcuts.ts'
import { CorrectValue } from './correct-value.tsx'
import { type Decision, useDecision } from './use-decision.ts'
import { type OnPlay, findSpanToPlay, ValueQuotes } from './value-quotes.tsx'

type AnalysisItemProps = {
  sessionId: string
  value: AnalysisValue
  onPlay: OnPlay | undefined
  /** Moves the focus to the next undecided value. */
  onDecided: () => void
  onStep: (by: 1 | -1) => void
}

/** A value with its quotes and decision, operated by buttons or keys. */
export function AnalysisItem({ sessionId, value, onPlay, onDecided, onStep }: AnalysisItemProps) {
  const saveDecision = useDecision(sessionId, value)
  const item = useRef<HTMLLIElement>(null)
  const [isCorrecting, setCorrecting] = useState(false)
  const part = findSpanToPlay(value.quotes)
  const can = getPermissions(value)
  const decide = (sent: Decision) => {
    saveDecision(sent)
    if (sent.decision) onDecided()
  }
  const confirm = can.confirm && (() => decide({ decision: 'confirmed' }))
  const reject = can.reject && (() => decide({ decision: 'rejected' }))
  const keyActions: Record<string, (() => void) | false | undefined> = {
    c: confirm,
    e: can.correct && (() => setCorrecting(true)),
    r: reject,
    x: reject,
    p: part && onPlay && (() => onPlay(part)),
    u: can.undo && (() => decide({ decision: null })),
    Enter: confirm,
    ArrowDown: () => onStep(1),
    ArrowUp: () => onStep(-1),
  }
  function onKeyDown(event: KeyboardEvent) {
    if (isTyping(event.target) || event.altKey || event.ctrlKey || event.metaKey) return
    // On a button inside, Enter presses that button.
    if (event.key === 'Enter' && event.target !== event.currentTarget) return
    const act = keyActions[event.key.length === 1 ? event.key.toLowerCase() : event.key]
    // A held key only moves between values, so that it decides nothing unread.
    if (!act || (event.repeat && !event.key.startsWith('Arrow'))) return
    event.preventDefault()
    event.stopPropagation()
    act()
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- its keys repeat its buttons
    <li
      ref={item}
      data-value={value.id}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- arrow keys move between values
      tabIndex={0}
      aria-label={`${value.label}, ${formatState(value)}`}
      onKeyDown={onKeyDown}
      className="flex flex-col gap-3 rounded-md border border-line p-4 focus-visible:outline-offset-0"
    >
      <div className="flex flex-wrap items-start gap-x-4 gap-y-2">
        <Figure value={value} />
        <div className="min-w-0 flex-1 basis-40">
          <h4 className="font-semibold break-words">{value.label}</h4>
          <p className="text-xs text-muted">{formatSource(value)}</p>
        </div>
        <Badge tone={toneOfState(value)}>{formatState(value)}</Badge>
      </div>
      {value.fault && value.decision === null && (
        <p className="text-sm text-amber-ink">{describeFault(value.fault, value.changedBy)}</p>
      )}
      {value.quotes.length > 0 && <ValueQuotes quotes={value.quotes} onPlay={onPlay} />}
      {isCorrecting ? (
        <CorrectValue
          value={value}
          onCancel={() => {
            setCorrecting(false)
            item.current?.focus()
          }}
          onSave={(corrected) => {
            setCorrecting(false)
            decide({ decision: 'corrected', value: corrected })
          }}
        />
      ) : (
        <div className="flex flex-wrap gap-2">
          {can.confirm && (
            <Button size="sm" icon={Check} onClick={confirm || undefined}>
              Confirm
            </Button>
          )}
          {can.correct && (
            <Button
              size="sm"
              variant="secondary"
              icon={Pencil}
              onClick={keyActions['e'] || undefined}
            >
              Correct
            </Button>
          )}
          {can.reject && (
            <Button size="sm" variant="secondary" icon={X} onClick={reject || undefined}>
              Reject
            </Button>
          )}
          {can.undo && (
            <Button size="sm" variant="ghost" icon={Undo2} onClick={keyActions['u'] || undefined}>
              Undo
            </Button>
          )}
        </div>
      )}
    </li>
  )
}

const getPermissions = ({ decision, fault }: AnalysisValue) => ({
  confirm: decision === null && isConfirmable(fault),
  correct: decision === null && fault !== 'not-asked',
  reject: decision === null,
  undo: decision !== null,
})

export const isOpen = ({ decision }: AnalysisValue) => decision === null

/** Crossed out where the value does not count. */
function Figure({ value: it }: { value: AnalysisValue }) {
  const shown = it.value ?? it.machineValue
  const colour = it.type === 'burnout_assessment' ? burnoutColour(shown) : metricColour(it, shown)
  const isStruck = it.value === null
  return (
    <span
      className={classNames(
        'inline-flex h-10 min-w-14 shrink-0 items-center justify-center rounded-md px-2 text-base font-semibold tabular-nums',
        softTone[isStruck ? 'neutral' : colourTones[colour]],
        isStruck && 'line-through',
        it.decision === null && it.fault === null && 'border border-dashed border-current',
      )}
    >
      {formatDecimal(shown)}
    </span>
  )
}

function formatSource({ decision, machineValue, isInPlan, isCurrentVersion, unit }: AnalysisValue) {
  return [
    unit,
    decision === 'corrected' && `originally ${formatDecimal(machineValue)}`,
    !isInPlan && 'this session only',
    !isCurrentVersion && 'from an earlier version of the conversation',
  ]
    .filter(Boolean)
    .join(' · ')
}

const faultState = (fault: ValueFault) => (fault === 'contradicted' ? 'contradicted' : 'unverified')

function describeFault(fault: ValueFault, changedBy: string | null) {
  const changed = changedBy ? ` Last edited by ${changedBy}.` : ''
  const next = isConfirmable(fault)
    ? "Check it, then confirm or correct it. Until then it doesn't count."
    : "It doesn't count."
  return `${faultText[fault]}${changed} ${next}`
}

function formatState({ decision, decidedBy, decidedAt, fault, isInferred }: AnalysisValue) {
  if (decision === null)
    return fault ? faultState(fault) : checkLabel[isInferred ? 'inferred' : 'not-confirmed']
  const when = decidedAt ? `, ${formatDateTime(decidedAt)}` : ''
  return decidedBy ? `${decision} by ${decidedBy}${when}` : decision
}

const toneOfState = ({ decision, fault }: AnalysisValue): Tone => {
  if (decision === null) return fault ? 'amber' : 'blue'
  return decision === 'rejected' ? 'neutral' : 'green'
}
