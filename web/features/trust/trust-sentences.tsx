import { type TrustSentence, trustSections } from '#contract/trust/trust.ts'

type TrustSentencesProps = { sentences: readonly TrustSentence[]; level: 2 | 3 }

/** By section; those without a sentence are left out. */
export function TrustSentences({ sentences, level }: TrustSentencesProps) {
  const textByKey = new Map(sentences.map(({ key, text }) => [key, text]))
  const Heading = level === 2 ? 'h2' : 'h3'
  return Object.values(trustSections).map(({ title, keys }) => (
    <section key={title} className="flex flex-col gap-2">
      <Heading className="text-base font-semibold break-after-avoid">{title}</Heading>
      <ul className="flex list-disc flex-col gap-1.5 pl-5 marker:text-muted">
        {keys.map((key) => {
          const text = textByKey.get(key)
          return (
            text && (
              <li key={key} dir="auto" className="break-words break-inside-avoid">
                {text}
              </li>
            )
          )
        })}
      </ul>
    </section>
  ))
}
