import { Fragment, type ReactNode, useId } from 'react'
import { Play } from 'lucide-react'
import type {
  BriefContent,
  BriefMetric,
  BriefPromise,
  SessionBrief,
  TextSpan,
  BriefQuote,
} from '#contract/briefs/briefs.ts'
import { writtenByAi } from '#contract/sessions/conversation-origin.ts'
import { checkLabel, isConfirmed } from '#contract/plans/plan-values.ts'
import { formatTime } from '#contract/rules/recording-time.ts'
import { formatDecimal } from '#web/lib/numbers.ts'
import { RiskBadge } from '#web/parts/risk.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { FactLine, FactLines } from '#web/ui/facts.tsx'
import { Trend } from '#web/ui/trend.tsx'
import { formatDate } from '#web/lib/dates.ts'
import { Button } from '#web/ui/button.tsx'
import { describeChange, formatDisagreement, formatDue } from './brief-labels.ts'

type BriefBodyProps = Pick<SessionBrief, 'text' | 'model' | 'unsupported' | 'notes'> & {
  content: BriefContent
  onPlay: OnPlay
}

/** On screen and on paper; empty sections are left out. */
export function BriefBody({ content, notes, text, model, unsupported, onPlay }: BriefBodyProps) {
  const { said, metrics, burnout, risk, due, promised, questions, disagreements } = content
  return (
    <div className="flex max-w-prose flex-col gap-6">
      {content.isWithoutWords && (
        <Banner tone="neutral">
          The client has not agreed to analysis, so nothing that was said is in this brief.
        </Banner>
      )}
      <Part title="Your private notes" items={notes}>
        {(note) => (
          <>
            <span className="block text-xs text-muted">
              {note.sessionDate ? `Session of ${formatDate(note.sessionDate)}` : 'On the client'}
            </span>
            <span dir="auto" className="break-words whitespace-pre-wrap">
              {note.text}
            </span>
          </>
        )}
      </Part>
      <Part title="Last said" items={said}>
        {(quote) => <PlayableQuote quote={quote} about={quote.about} onPlay={onPlay} />}
      </Part>
      <Section title="Changes">
        <FactLines>
          <FactLine name="Risk level">
            <RiskBadge level={risk} />
          </FactLine>
          {burnout && <Change moved={burnout} />}
          {metrics.map((it) => (
            <Change key={it.label} moved={it} />
          ))}
        </FactLines>
      </Section>
      <Part title="Due" items={due}>
        {(it) => (
          <span className="flex flex-wrap items-baseline gap-x-3">
            {it.name}
            {it.isOverdue ? (
              <Badge tone="red">{formatDue(it)}</Badge>
            ) : (
              <span className="text-muted">{formatDue(it)}</span>
            )}
          </span>
        )}
      </Part>
      <Part title="Agreed" items={promised}>
        {(it) => <Agreement promise={it} onPlay={onPlay} />}
      </Part>
      <Part title="Open questions" items={questions}>
        {(quote) => <PlayableQuote quote={quote} onPlay={onPlay} />}
      </Part>
      <Part title="Conflicting sources" items={disagreements}>
        {formatDisagreement}
      </Part>
      {text && (
        <Section title="AI summary">
          <p className="mb-2 text-sm text-muted">
            {writtenByAi(model)} from the plan and the transcripts; not checked by a person.
          </p>
          {unsupported.length > 0 && (
            <p className="mb-2 text-sm text-muted">
              Crossed-out numbers and quotes are not in the plan or the transcripts.
            </p>
          )}
          <p dir="auto" className="break-words whitespace-pre-wrap">
            {crossedOut(text, unsupported)}
          </p>
        </Section>
      )}
    </div>
  )
}

function crossedOut(text: string, spans: readonly TextSpan[]): ReactNode[] {
  const ends = [0, ...spans.map(({ to }) => to)]
  return [...spans, { from: text.length, to: text.length }].map(({ from, to }, index) => (
    <Fragment key={from}>
      {text.slice(ends[index], from)}
      <del className="text-muted">{text.slice(from, to)}</del>
    </Fragment>
  ))
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <h3 id={id} className="mb-2 text-base break-after-avoid">
        {title}
      </h3>
      {children}
    </section>
  )
}

type PartProps<T> = { title: string; items: readonly T[]; children: (item: T) => ReactNode }

const Part = <T,>({ title, items, children }: PartProps<T>) =>
  items.length > 0 && (
    <Section title={title}>
      <ul className="flex flex-col gap-3">
        {items.map((item, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- all items are replaced together
          <li key={index} className="break-inside-avoid">
            {children(item)}
          </li>
        ))}
      </ul>
    </Section>
  )

function Change({ moved }: { moved: BriefMetric }) {
  const change = describeChange(moved)
  return (
    <FactLine name={moved.label}>
      <span className="flex flex-wrap items-baseline gap-x-3">
        <span className="font-semibold">
          {formatDecimal(moved.value)} {moved.unit}
        </span>
        {moved.check && !isConfirmed(moved.check) && (
          <Badge tone="neutral">{checkLabel[moved.check]}</Badge>
        )}
        {change ? (
          <span className="inline-flex flex-wrap items-center gap-x-1.5 text-xs text-muted">
            <Trend direction={change.direction} change={change.change} /> {change.since}
          </span>
        ) : (
          <span className="text-xs text-muted">first value, week {moved.week}</span>
        )}
      </span>
    </FactLine>
  )
}

function Agreement({ promise, onPlay }: { promise: BriefPromise; onPlay: OnPlay }) {
  const { by, text, note, isDone, quote } = promise
  const who = by === 'client' ? 'The client' : 'The coach'
  if (quote) {
    const isSpeaker = quote.speaker?.toLowerCase() === by
    return <PlayableQuote quote={quote} about={isSpeaker ? undefined : who} onPlay={onPlay} />
  }
  return (
    <span className="flex flex-wrap items-baseline gap-x-3">
      <span className="break-words">
        {who}: <bdi>{text}</bdi>
        {note && (
          <span dir="auto" className="block text-muted">
            {note}
          </span>
        )}
      </span>
      {isDone !== null && (
        <Badge tone={isDone ? 'green' : 'neutral'}>{isDone ? 'done' : 'not done yet'}</Badge>
      )}
    </span>
  )
}

/** Plays the quote in the recording of its session. */
export type OnPlay = (sessionId: string, part: { start: number; end: number }) => void

type PlayableQuoteProps = {
  quote: BriefQuote

  about?: ReactNode
  onPlay: OnPlay
}

function PlayableQuote({ quote, about, onPlay }: PlayableQuoteProps) {
  const { text, session, turn, speaker, time } = quote
  const at = time ? formatTime(time.start) : `turn ${turn} of the conversation`
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <blockquote
        dir="auto"
        className="min-w-0 flex-1 basis-56 border-l-2 border-line pl-3 break-words"
      >
        “{text}”
        <span className="block text-xs text-muted">
          {about && <>{about} · </>}
          {speaker ?? 'Unknown speaker'}, {formatDate(session.date)}, {at}
        </span>
      </blockquote>
      {time && (
        <Button
          variant="secondary"
          size="sm"
          icon={Play}
          aria-label={`Play “${text}”`}
          onClick={() => onPlay(session.id, time)}
        >
          Play
        </Button>
      )}
    </div>
  )
}
