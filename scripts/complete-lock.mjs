// Adds optional platform packages to package-lock.json that the current registry lacks. npm omits them when it writes
// the lock, and `npm ci` then fails ("Missing: …@ from lock file"). Run it after each change of the lock.
import { readFileSync, writeFileSync } from 'node:fs'

const systems = [
  ...['aix', 'android', 'darwin', 'freebsd', 'linux', 'netbsd', 'openbsd'],
  ...['openharmony', 'sunos', 'win32'],
]
const processors = [
  ...['arm64', 'arm', 'ia32', 'loong64', 'mips64el', 'ppc64', 'riscv64', 's390x', 'x64'],
  ...['universal', 'wasm32'],
]
/** @type {Record<string, string>} */
const otherNames = { windows: 'win32', macos: 'darwin' }

/** @typedef {{ version?: string, optional?: boolean, os?: string[], cpu?: string[], optionalDependencies?: Record<string, string> }} Entry */

/**
 * Optional packages that the lock refers to but does not contain.
 * @param {Record<string, Entry>} packages
 */
export function missingFrom(packages) {
  /** @type {Record<string, Entry>} */
  const missing = {}
  for (const [place, { optionalDependencies = {} }] of Object.entries(packages))
    for (const [name, version] of Object.entries(optionalDependencies))
      if (!placesFor(place, name).some((it) => packages[it]))
        missing[`node_modules/${name}`] = placeholderEntry(name, version)
  return missing
}

/**
 * Paths where Node looks for a package, from the innermost folder outwards.
 * @param {string} place
 * @param {string} name
 */
function placesFor(place, name) {
  const places = []
  for (let folder = place; folder;) {
    places.push(`${folder}/node_modules/${name}`)
    folder = folder.slice(0, folder.lastIndexOf('node_modules/')).replace(/\/$/, '')
  }
  return [...places, `node_modules/${name}`]
}

/**
 * A lock entry that npm skips, except on the systems and processors in the package name.
 * @param {string} name
 * @param {string} version
 * @returns {Entry}
 */
function placeholderEntry(name, version) {
  const words = name.split(/[-/@.]/).map((word) => otherNames[word] ?? word)
  const os = systems.filter((it) => words.includes(it))
  const cpu = processors.filter((it) => words.includes(it))
  return {
    version: version.replace(/^[\^~]/, ''),
    optional: true,
    ...(os.length && { os }),
    ...(cpu.length && { cpu }),
  }
}

if (import.meta.main ?? process.argv[1] === import.meta.filename) {
  const lock = JSON.parse(readFileSync('package-lock.json', 'utf8'))
  const missing = missingFrom(lock.packages)
  lock.packages = Object.fromEntries(
    Object.entries({ ...lock.packages, ...missing }).sort(([a], [b]) => (a < b ? -1 : 1)),
  )
  writeFileSync('package-lock.json', `${JSON.stringify(lock, null, 2)}\n`)
  for (const [place, { version }] of Object.entries(missing)) console.log(`${place}@${version}`)
  console.log(`${Object.keys(missing).length} added`)
}
