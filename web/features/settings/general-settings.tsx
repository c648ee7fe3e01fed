import { brandName } from '#web/lib/installation.ts'
import { WhatHolds } from './what-holds.tsx'

/** What is set where the server runs. */
export const GeneralSettings = () => (
  <WhatHolds title="Set on the server">
    The brand name is <strong className="font-semibold">{brandName}</strong>. It is read from the
    server&rsquo;s settings when the product starts, like its address, its database and its keys.
  </WhatHolds>
)
