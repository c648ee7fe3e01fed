import { usePageTitle } from '#web/lib/use-page-title.ts'
import { PageHeader } from '#web/ui/page-header.tsx'
import { ThemeSwitch } from '#web/ui/theme-switch.tsx'
import { controls } from './controls.tsx'
import { figures } from './figures.tsx'
import { layout } from './layout.tsx'
import { recordings } from './recordings.tsx'

/** Every component in every state, live: what is shown here is what the screens are made of. */
export function ComponentsPage() {
  usePageTitle('Components')
  return (
    <div className="mx-auto max-w-7xl">
      <PageHeader
        title="Components"
        subtitle="Everything the screens are made of, in every state. Try it with the keyboard, in both themes and on a narrow window."
        actions={<ThemeSwitch />}
      />
      {[...controls, ...layout, ...figures, ...recordings].map(
        ({ id, title, about, specimens }) => (
          <section
            key={id}
            aria-labelledby={id}
            className="grid scroll-mt-20 gap-x-10 gap-y-4 border-t border-line py-10 lg:grid-cols-[13rem_minmax(0,1fr)]"
          >
            <div>
              <h2 id={id} className="text-base">
                {title}
              </h2>
              <p className="mt-1 max-w-prose text-muted">{about}</p>
            </div>
            <div className="flex min-w-0 flex-col gap-8">
              {Object.entries(specimens).map(([heading, pieces]) => (
                <div key={heading} className="min-w-0">
                  <h3 className="mb-3 text-xs text-muted">{heading}</h3>
                  <div className="flex flex-wrap items-center gap-3">{pieces}</div>
                </div>
              ))}
            </div>
          </section>
        ),
      )}
    </div>
  )
}
