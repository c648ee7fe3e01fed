import { ExternalLink, HeartHandshake, Phone } from 'lucide-react'
import { type ReactNode, useEffect, useId, useRef } from 'react'
import type { CountryHelp } from '#contract/questionnaires/help-lines.ts'
import { Button } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'

type HelpLinesProps = {
  help: CountryHelp
  /** It appeared while the page was open: it is scrolled to and read out. */
  takesFocus?: boolean
  children?: ReactNode
  className?: string
}

/** Whom to call with thoughts of suicide or self-harm. */
export function HelpLines({ help, takesFocus = false, children, className }: HelpLinesProps) {
  const { emergency, lines } = help
  const id = useId()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (!takesFocus) return
    scrollTo({ top: 0 })
    heading.current?.focus()
  }, [takesFocus])
  return (
    <section
      aria-labelledby={id}
      className={classNames(
        'rounded-md border-2 border-brand bg-surface p-5 max-md:p-4',
        className,
      )}
    >
      <h2
        id={id}
        ref={heading}
        tabIndex={-1}
        className="flex items-center gap-2 text-base outline-none"
      >
        <HeartHandshake aria-hidden size={20} className="shrink-0 text-brand-ink" />
        You don’t have to be alone with this
      </h2>
      <ul className="mt-4 flex flex-col gap-4">
        {lines.map(({ name, note, number, address }) => (
          <Line
            key={name}
            name={name}
            note={note}
            action={
              number ? <Call number={number} name={name} /> : address && <Visit address={address} />
            }
          >
            {number && address && (
              <a
                href={address}
                target="_blank"
                rel="noreferrer"
                className="rounded-sm text-brand-ink underline underline-offset-4"
              >
                {new URL(address).host}
              </a>
            )}
          </Line>
        ))}
        <Line
          name="If your life is in danger"
          note={emergency.note}
          action={<Call number={emergency.number} name="the emergency number" />}
        />
      </ul>
      <p className="mt-4">
        Such thoughts can come when things are heavy, and they can pass. It helps to talk to someone
        now, even if it doesn’t feel urgent.
      </p>
      {children}
    </section>
  )
}

type LineProps = { name: string; note: string; action: ReactNode; children?: ReactNode }

const Line = ({ name, note, action, children }: LineProps) => (
  <li className="flex flex-wrap items-start gap-x-4 gap-y-2">
    <div className="w-40 shrink-0 [&>*]:w-full">{action}</div>
    <div className="min-w-0 flex-1 basis-36 text-sm">
      <p className="font-semibold">{name}</p>
      <p className="text-muted">{note}</p>
      {children}
    </div>
  </li>
)

const Call = ({ number, name }: { number: string; name: string }) => (
  <Button asChild className="h-12 text-base" icon={Phone}>
    <a href={`tel:${number.replaceAll(' ', '')}`} aria-label={`Call ${name}: ${number}`}>
      {number}
    </a>
  </Button>
)

const Visit = ({ address }: { address: string }) => (
  <Button asChild variant="secondary" className="h-12 px-2" icon={ExternalLink}>
    <a href={address} target="_blank" rel="noreferrer">
      {new URL(address).host}
    </a>
  </Button>
)
