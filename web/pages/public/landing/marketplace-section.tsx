import { Building2, Check, type LucideIcon, Stethoscope, UserRound } from 'lucide-react'
import { Section } from './section.tsx'

export const MarketplaceSection = () => (
  <Section
    id="marketplace"
    title="Where employees, coaches and employers meet"
    lead="Three groups, three views. Everyone sees what they need, and no more."
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
      "Register with your employer's link, without paperwork",
      'Your own plan, on your phone or computer',
      'See who opened your data, and when',
    ],
  },
  {
    icon: Stethoscope,
    title: 'For coaches',
    points: [
      'Your clients and open tasks in one list',
      "A client's weeks, trends and transcripts side by side",
      'Recordings that upload in the background and survive a bad connection',
    ],
  },
  {
    icon: Building2,
    title: 'For employers',
    points: [
      'One onboarding link for everyone, which you can replace at any time',
      'Coverage, engagement and cost, in your own currency',
      'How risk develops over six months, for groups and never for individuals',
    ],
  },
]
