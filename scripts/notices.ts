import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'

// `npm run notices`: writes THIRD-PARTY-NOTICES.txt with the license of every production package in the lock. NOTICE.md
// lists the parts that are not npm packages.
type Entry = { version: string; dev?: boolean; devOptional?: boolean; license?: string }
const lock = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
  packages: Record<string, Entry>
}

const notices = Object.entries(lock.packages)
  .filter(([folder, { dev, devOptional }]) => folder && !dev && !devOptional)
  .map(([folder, { version, license }]) => {
    const name = folder.slice(folder.lastIndexOf('node_modules/') + 'node_modules/'.length)
    return `${name} ${version}\nLicense: ${license ?? 'see below'}\n\n${licenseText(folder)}`
  })

writeFileSync('THIRD-PARTY-NOTICES.txt', [...new Set(notices)].join(`\n${'-'.repeat(80)}\n\n`))
console.log(`${notices.length} packages are in THIRD-PARTY-NOTICES.txt.`)

/** Empty for packages of other platforms, which are not installed. */
function licenseText(folder: string) {
  if (!existsSync(folder)) return ''
  const names = readdirSync(folder, { withFileTypes: true })
    .filter((it) => it.isFile() && /^(licen[cs]e|copying|notice)/i.test(it.name))
    .map(({ name }) => name)
  return names.map((name) => readFileSync(path.join(folder, name), 'utf8').trim()).join('\n\n')
}
