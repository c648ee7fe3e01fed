/** How every control that takes text looks. 16 px on phones, or iOS zooms into the page. */
export const controlLook =
  'w-full rounded-md border border-outline bg-surface text-base text-ink transition-colors md:text-sm hover:not-disabled:border-muted disabled:cursor-not-allowed disabled:bg-sunken disabled:text-muted [&[readonly]]:bg-sunken aria-invalid:border-red focus-visible:outline-offset-0'
