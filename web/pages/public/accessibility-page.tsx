import { brandName } from '#web/lib/page-settings.ts'
import { usePageTitle } from '#web/lib/use-page-title.ts'
import { PublicFrame, PublicHeading } from './public-frame.tsx'

const sections = [
  {
    title: 'What we test',
    items: [
      'Every page in every role is checked by a program (axe), in light and dark, on a phone and on a large screen.',
      'No page scrolls sideways from 360 pixels on.',
      'Dialogs, menus and lists work with the keyboard alone.',
      'All text has enough contrast.',
    ],
  },
  {
    title: 'What doesn’t work well yet',
    items: [
      'We don’t test with screen readers. Names, roles and announcements are only checked by programs.',
      'Recordings of sessions have no sign language and no audio description. Their transcript is shown beside them.',
      'Charts have their figures as text, but a screen reader can’t go through them point by point.',
      'The editor of AI prompts doesn’t announce highlighted placeholders.',
    ],
  },
]

/** The statement of docs/accessibility.md for the people who use the product. */
export function AccessibilityPage() {
  usePageTitle('Accessibility')
  return (
    <PublicFrame isDocument>
      <PublicHeading title="Accessibility">
        Everyone should be able to use {brandName}. We aim at the Web Content Accessibility
        Guidelines (WCAG) 2.2, level AA.
      </PublicHeading>
      {sections.map(({ title, items }) => (
        <section key={title} className="flex flex-col gap-2">
          <h2 className="text-base font-semibold">{title}</h2>
          <ul className="flex list-disc flex-col gap-1.5 pl-5 marker:text-muted">
            {items.map((item) => (
              <li key={item}>{item}</li>
            ))}
          </ul>
        </section>
      ))}
      <section className="flex flex-col gap-2">
        <h2 className="text-base font-semibold">If something doesn’t work for you</h2>
        <p>
          Please tell your employer or whoever invited you to {brandName}. They can help you another
          way, and pass it on to the people who run it.
        </p>
      </section>
    </PublicFrame>
  )
}
