import { ExternalLink, HeartHandshake, Phone } from 'lucide-react'
import type { ReactNode } from 'react'
import type { CountryHelp } from '#contract/help-lines.ts'
import { Button } from '#web/ui/button.tsx'

type WhomToCallProps = {
  help: CountryHelp
  /** Null: not known yet. */
  isCoachTold: boolean | null
  hasCoach: boolean
}

/** Whom somebody can call who has thoughts of dying or hurting themselves: calm, near, and a press away on a phone. */
export const WhomToCall = ({
  help: { emergency, lines },
  isCoachTold,
  hasCoach,
}: WhomToCallProps) => (
  <section
    aria-labelledby="whom-to-call"
    aria-live="polite"
    className="rounded-md border-2 border-brand bg-surface p-5 max-md:p-4"
  >
    <h2 id="whom-to-call" className="flex items-center gap-2 text-base">
      <HeartHandshake aria-hidden size={20} className="shrink-0 text-brand-ink" />
      You do not have to be alone with this
    </h2>
    <p className="mt-2">
      Such thoughts can come when things are heavy, and they can pass. It helps to talk to somebody
      now, also when it is not urgent.
    </p>
    <ul className="mt-4 flex flex-col gap-4">
      {lines.map((it) => (
        <Line key={it.name} name={it.name} note={it.note}>
          {it.number && <Call number={it.number} name={it.name} />}
          {it.address && (
            <Button asChild variant="secondary" className="h-12" icon={ExternalLink}>
              <a href={it.address} target="_blank" rel="noreferrer">
                {new URL(it.address).host}
              </a>
            </Button>
          )}
        </Line>
      ))}
      <Line name="If your life is in danger" note={emergency.note}>
        <Call number={emergency.number} name="the emergency number" />
      </Line>
    </ul>
    <p className="mt-4 text-muted">{toldInWords(isCoachTold, hasCoach)}</p>
  </section>
)

type LineProps = { name: string; note: string; children: ReactNode }

const Line = ({ name, note, children }: LineProps) => (
  <li>
    <p className="font-semibold">{name}</p>
    <p className="text-muted">{note}</p>
    <div className="mt-2 flex flex-wrap gap-2">{children}</div>
  </li>
)

const Call = ({ number, name }: { number: string; name: string }) => (
  <Button asChild className="h-12 text-base" icon={Phone}>
    <a href={`tel:${number.replaceAll(' ', '')}`} aria-label={`Call ${name}: ${number}`}>
      {number}
    </a>
  </Button>
)

function toldInWords(isCoachTold: boolean | null, hasCoach: boolean) {
  if (isCoachTold === null)
    return 'Your answer is being saved. If you need somebody now, please call.'
  if (isCoachTold)
    return 'Your coach was told that there is something to talk about, and nobody else. A coach may not read it at once: if you need somebody now, please call.'
  return hasCoach
    ? 'No message could be sent to your coach, who may not know of it yet. If you need somebody now, please call.'
    : 'You have no coach at the moment who could be told, so nobody was. If you need somebody now, please call.'
}
