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
    lead="Made for the person who follows a plan and for the coach who looks after it. Nothing here asks for more than it gives back."
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
    title: 'A plan by weeks',
    text: 'Sessions, assignments and measures in one grid, from the first week to the next one.',
  },
  {
    icon: CalendarCheck,
    title: 'Sessions that lead on',
    text: 'What was last, what comes next and what still waits is plain at a glance.',
  },
  {
    icon: ListChecks,
    title: 'Home assignments',
    text: 'Small steps between two sessions, counted in the week in which they were done.',
  },
  {
    icon: Flame,
    title: 'Burnout in sight',
    text: 'One score over time against the bands low, medium and high, so that change shows early.',
  },
  {
    icon: Captions,
    title: 'Recordings and transcripts',
    text: 'Coaches can record a session and read it afterwards, so that they listen instead of taking notes. No employer ever gets to either.',
  },
  {
    icon: Users,
    title: 'Family members',
    text: 'The people close to you can be added, each with a plan of their own.',
  },
]
