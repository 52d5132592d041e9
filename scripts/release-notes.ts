/** A version that this project releases: three numbers, no suffix. */
const VERSION = /^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)$/
const DAY = /^\d{4}-\d{2}-\d{2}$/
const UNRELEASED = '## Unreleased'

/** Why this release cannot be: said before anything is changed. */
export class ReleaseRefused extends Error {
  override name = 'ReleaseRefused'
}

/** @throws {ReleaseRefused} when `version` is none, or not above `current` */
export function refuseVersion(version: string, current: string): void {
  const next = numbersOf(version)
  if (next === undefined) throw new ReleaseRefused(`"${version}" is no version: write it as 1.2.3.`)
  const now = numbersOf(current) ?? [0, 0, 0]
  const first = next.findIndex((number, place) => number !== now[place])
  if (first === -1 || (next[first] ?? 0) < (now[first] ?? 0)) {
    throw new ReleaseRefused(`Version ${version} is not above ${current}, which the package files have.`)
  }
}

/** @throws {ReleaseRefused} when `day` is no day of the calendar, written as 2026-01-31 */
export function refuseDay(day: string): void {
  const instant = new Date(`${day}T00:00:00Z`)
  if (!DAY.test(day) || Number.isNaN(instant.getTime()) || instant.toISOString().slice(0, 10) !== day) {
    throw new ReleaseRefused(`"${day}" is no day: write it as 2026-01-31.`)
  }
}

/**
 * What stood under *Unreleased* becomes `version`, below an *Unreleased* that is empty again.
 * @throws {ReleaseRefused} when there is no such section, nothing in it, or the version is there already
 */
export function releaseChangelog(changelog: string, version: string, day: string): string {
  const lines = changelog.split('\n')
  const start = lines.indexOf(UNRELEASED)
  if (start === -1) throw new ReleaseRefused(`CHANGELOG.md has no line "${UNRELEASED}".`)
  if (lines.some((line) => line === `## ${version}` || line.startsWith(`## ${version} `))) {
    throw new ReleaseRefused(`CHANGELOG.md has a section of version ${version} already.`)
  }
  const next = lines.findIndex((line, index) => index > start && line.startsWith('## '))
  const section = lines.slice(start + 1, next === -1 ? undefined : next)
  if (section.every((line) => line.trim() === '')) {
    throw new ReleaseRefused('CHANGELOG.md has nothing under *Unreleased*: there is nothing to release.')
  }
  return [...lines.slice(0, start + 1), '', `## ${version} (${day})`, ...lines.slice(start + 1)].join('\n')
}

interface PackageFile {
  version?: string
}

interface LockFile extends PackageFile {
  packages?: Record<string, PackageFile>
}

/** The text of a package.json with another version, and nothing else changed. */
export function setVersion(packageFile: string, version: string): string {
  // safe because npm reads the same file as an object
  const file = JSON.parse(packageFile) as PackageFile
  file.version = version
  return print(file)
}

/**
 * The text of package-lock.json with another version of the project and of its workspaces.
 * @param workspaces their folders; what was installed from elsewhere keeps its version
 */
export function setLockedVersions(lockFile: string, workspaces: readonly string[], version: string): string {
  // safe because npm reads the same file as an object
  const file = JSON.parse(lockFile) as LockFile
  file.version = version
  for (const folder of ['', ...workspaces]) {
    const locked = file.packages?.[folder]
    if (locked === undefined) throw new ReleaseRefused(`package-lock.json knows no workspace "${folder}".`)
    locked.version = version
  }
  return print(file)
}

/** The text of the Dockerfile whose image says that it is of this version. */
export function setImageVersion(dockerfile: string, version: string): string {
  return replaceOnce(
    dockerfile,
    /^(LABEL org\.opencontainers\.image\.version=")[^"]*(?=")/m,
    version,
    'Dockerfile',
  )
}

/** The text of Chart.yaml: the chart is of the version that it installs. */
export function setChartVersion(chart: string, version: string): string {
  const named = replaceOnce(chart, /^(version: ").*(?=")/m, version, 'Chart.yaml')
  return replaceOnce(named, /^(appVersion: ").*(?=")/m, version, 'Chart.yaml')
}

/** @throws {ReleaseRefused} when the place for the version is not there */
function replaceOnce(text: string, place: RegExp, version: string, name: string): string {
  if (!place.test(text)) throw new ReleaseRefused(`${name} has no place for the version: ${place.source}`)
  return text.replace(place, `$1${version}`)
}

function print(file: PackageFile): string {
  return `${JSON.stringify(file, null, 2)}\n`
}

function numbersOf(version: string): number[] | undefined {
  return VERSION.exec(version)?.slice(1).map(Number)
}
