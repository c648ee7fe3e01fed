import { ChartLine, HeartHandshake, type LucideIcon, Microscope } from 'lucide-react'
import { Section } from './section.tsx'

export const ProductSection = () => (
  <Section
    id="product"
    title="Support that fits into a working week"
    lead="A mental health service for employees: professional guidance, evidence-based tools and progress you can see, all in one calm place."
  >
    <ul className="grid grid-cols-3 gap-6 max-md:grid-cols-1">
      {promises.map(({ icon: Icon, title, text }) => (
        <li key={title} className="rounded-md border border-line bg-surface p-6">
          <span className="flex size-10 items-center justify-center rounded-full bg-brand-soft text-brand-ink">
            <Icon aria-hidden size={20} />
          </span>
          <h3 className="mt-4 text-base">{title}</h3>
          <p className="mt-1 text-muted">{text}</p>
        </li>
      ))}
    </ul>
    <div>
      <h3 className="text-lg">How it works</h3>
      <ol className="mt-6 grid grid-cols-3 gap-6 max-md:grid-cols-1">
        {steps.map(({ title, text }, index) => (
          <li key={title} className="flex gap-4">
            <span
              aria-hidden
              className="flex size-8 shrink-0 items-center justify-center rounded-full bg-brand font-semibold text-on-brand tabular-nums"
            >
              {index + 1}
            </span>
            <div>
              <h4 className="text-base">{title}</h4>
              <p className="mt-1 text-muted">{text}</p>
            </div>
          </li>
        ))}
      </ol>
    </div>
  </Section>
)

const promises: { icon: LucideIcon; title: string; text: string }[] = [
  {
    icon: Microscope,
    title: 'Evidence-based tools',
    text: 'Regular check-ins on stress, sleep and burnout, with assignments between sessions, chosen together with your coach.',
  },
  {
    icon: ChartLine,
    title: 'Progress tracking',
    text: 'See the weeks of your plan side by side, with the trend of every measure. Good months show, and hard ones do not go unnoticed.',
  },
  {
    icon: HeartHandshake,
    title: 'Professional guidance',
    text: 'One coach who knows you, prepares each session and follows up on what you agreed.',
  },
]

const steps = [
  {
    title: 'Open your link',
    text: 'Your employer gives you an onboarding link. All you need is a name, an email address and a password.',
  },
  {
    title: 'Meet your coach',
    text: 'We match you with a coach, and together you agree when to talk and what you want to change.',
  },
  {
    title: 'Follow your plan',
    text: 'Sessions, assignments and check-ins come week by week, so you can see what helps.',
  },
]
