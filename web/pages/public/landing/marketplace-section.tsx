import { Building2, Check, type LucideIcon, Stethoscope, UserRound } from 'lucide-react'
import { Section } from './section.tsx'

export const MarketplaceSection = () => (
  <Section
    id="marketplace"
    title="Where employees, coaches and employers meet"
    lead="Three groups of people, three views. Each sees what is needed to do their part, and no more."
  >
    <ul className="grid grid-cols-3 gap-6 max-lg:grid-cols-1">
      {parties.map(({ icon: Icon, title, points }) => (
        <li key={title} className="rounded-md border border-line bg-surface p-6">
          <div className="flex items-center gap-3">
            <span className="flex size-10 items-center justify-center rounded-full bg-brand-soft text-brand-ink">
              <Icon aria-hidden size={20} />
            </span>
            <h3 className="text-lg">{title}</h3>
          </div>
          <ul className="mt-5 flex flex-col gap-3">
            {points.map((point) => (
              <li key={point} className="flex gap-3">
                <Check aria-hidden size={18} className="mt-0.5 shrink-0 text-brand" />
                {point}
              </li>
            ))}
          </ul>
        </li>
      ))}
    </ul>
  </Section>
)

const parties: { icon: LucideIcon; title: string; points: string[] }[] = [
  {
    icon: UserRound,
    title: 'For employees',
    points: [
      'Register with the link of your employer, without paperwork',
      'A plan of your own, on the phone as well as on the desk',
      'See who opened your data, and when',
    ],
  },
  {
    icon: Stethoscope,
    title: 'For coaches',
    points: [
      'Your clients, and what waits for you, in one list',
      'The weeks, trends and transcripts of a client side by side',
      'Recordings that upload in the background and survive a bad connection',
    ],
  },
  {
    icon: Building2,
    title: 'For employers',
    points: [
      'One onboarding link for everybody, renewed whenever you like',
      'Coverage, engagement and cost, in your own currency',
      'How risk develops over six months, for groups and never for a person',
    ],
  },
]
