import {
  CalendarCheck,
  CalendarRange,
  Captions,
  Flame,
  ListChecks,
  type LucideIcon,
  Users,
} from 'lucide-react'
import { Section } from './section.tsx'

export const FeaturesSection = () => (
  <Section
    id="features"
    title="Everything a plan needs"
    lead="Made for the people who follow a plan and for the coaches who guide them."
    isRaised
  >
    <ul className="grid grid-cols-3 gap-x-10 gap-y-8 max-lg:grid-cols-2 max-md:grid-cols-1">
      {features.map(({ icon: Icon, title, text }) => (
        <li key={title} className="flex gap-4">
          <Icon aria-hidden size={20} className="mt-0.5 shrink-0 text-brand-ink" />
          <div>
            <h3 className="text-base">{title}</h3>
            <p className="mt-1 text-muted">{text}</p>
          </div>
        </li>
      ))}
    </ul>
  </Section>
)

const features: { icon: LucideIcon; title: string; text: string }[] = [
  {
    icon: CalendarRange,
    title: 'A week-by-week plan',
    text: 'Sessions, assignments and measures in one grid, from the first week on.',
  },
  {
    icon: CalendarCheck,
    title: 'Sessions that build on each other',
    text: 'See at a glance what happened last, what comes next and what is still open.',
  },
  {
    icon: ListChecks,
    title: 'Home assignments',
    text: 'Small steps between sessions, counted in the week they were done.',
  },
  {
    icon: Flame,
    title: 'Burnout at a glance',
    text: 'One score over time, in low, medium and high bands, so changes show early.',
  },
  {
    icon: Captions,
    title: 'Recordings and transcripts',
    text: 'Coaches can record a session and read it later, so they can listen instead of taking notes. Employers never see either.',
  },
  {
    icon: Users,
    title: 'Family members',
    text: 'Add the people close to you, each with a plan of their own.',
  },
]
