/** Hosts whose names tell where they are, by the documents of their services. */
const hosts: readonly RegExp[] = [
  /^(?<region>[a-z]{2})\.api\.openai\.com$/,
  /^api\.(?<region>eu|in|us)(?:\.residency)?\.elevenlabs\.io$/,
  /(?:^|\.)s3[.-](?:dualstack\.)?(?<region>[a-z\d-]+)\.amazonaws\.(?:com|com\.cn|eu)$/,
  /^(?<region>[a-z\d-]+)-speech\.googleapis\.com$/,
  /^storage\.(?<region>[a-z\d-]+)\.rep\.googleapis\.com$/,
  /^(?:(?<region>[a-z]{2,3})\.)?storage\.bunnycdn\.com$/,
]

/** Regions of AWS and Google, countries, and the cities of bunny.net. The first that matches counts. */
const places: readonly [RegExp, string][] = [
  [/^(?:eu-west-2|europe-west2|gb|uk)$/, 'the United Kingdom'],
  [/^(?:eu-central-2|europe-west6)$/, 'Switzerland'],
  [/^(?:eu|de|se)$|^(?:eu|europe|eusc)-/, 'the EU'],
  [/^(?:us|ny|la)$|^us-/, 'the United States'],
  [/^ca$|^ca-|^northamerica-northeast/, 'Canada'],
  [/^(?:br|sa-east-1|southamerica-east1)$/, 'Brazil'],
  [/^(?:jh|af-south-1|africa-south1)$/, 'South Africa'],
  [/^(?:sg|ap-southeast-1|asia-southeast1)$/, 'Singapore'],
  [/^(?:au|syd|ap-southeast-[24])$|^australia-/, 'Australia'],
  [/^(?:jp|ap-northeast-[13]|asia-northeast[12])$/, 'Japan'],
  [/^in$|^ap-south-|^asia-south\d/, 'India'],
]

/** Where a host is, such as "the EU"; undefined if its name doesn't tell. */
export function getRegion(host: string): string | undefined {
  const name = host.replace(/:\d+$/, '')
  const found = hosts.map((it) => it.exec(name)).find(Boolean)
  if (!found) return undefined
  // bunny.net leaves out its first location.
  const region = found.groups?.['region'] ?? 'de'
  return places.find(([of]) => of.test(region))?.[1]
}
