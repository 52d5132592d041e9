/** A version without a prerelease suffix. */
const VERSION = /^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)$/
const DAY = /^\d{4}-\d{2}-\d{2}$/
const UNRELEASED = '## Unreleased'

/** Thrown before anything is changed if the release isn't possible. */
export class ReleaseError extends Error {
  override name = 'ReleaseRefused'
}

/** @throws {ReleaseError} if `version` is invalid or not above `current` */
export function validateVersion(version: string, current: string): void {
  const next = parseVersion(version)
  if (next === undefined) throw new ReleaseError(`"${version}" is not a version. Use the format 1.2.3.`)
  const now = parseVersion(current) ?? [0, 0, 0]
  const first = next.findIndex((number, place) => number !== now[place])
  if (first === -1 || (next[first] ?? 0) < (now[first] ?? 0)) {
    throw new ReleaseError(`Version ${version} is not above the current version ${current}.`)
  }
}

/** @throws {ReleaseError} if `day` is not a date in the format 2026-01-31 */
export function validateDate(day: string): void {
  const instant = new Date(`${day}T00:00:00Z`)
  if (!DAY.test(day) || Number.isNaN(instant.getTime()) || instant.toISOString().slice(0, 10) !== day) {
    throw new ReleaseError(`"${day}" is not a date. Use the format 2026-01-31.`)
  }
}

/**
 * Moves the *Unreleased* section to `version` and leaves an empty one.
 * @throws {ReleaseError} if the section is missing or empty, or the version already exists
 */
export function releaseChangelog(changelog: string, version: string, day: string): string {
  const lines = changelog.split('\n')
  const start = lines.indexOf(UNRELEASED)
  if (start === -1) throw new ReleaseError(`CHANGELOG.md has no line "${UNRELEASED}".`)
  if (lines.some((line) => line === `## ${version}` || line.startsWith(`## ${version} `))) {
    throw new ReleaseError(`CHANGELOG.md already has a section for version ${version}.`)
  }
  const next = lines.findIndex((line, index) => index > start && line.startsWith('## '))
  const section = lines.slice(start + 1, next === -1 ? undefined : next)
  if (section.every((line) => line.trim() === '')) {
    throw new ReleaseError('CHANGELOG.md has nothing to release under *Unreleased*.')
  }
  return [...lines.slice(0, start + 1), '', `## ${version} (${day})`, ...lines.slice(start + 1)].join('\n')
}

interface PackageFile {
  version?: string
}

interface LockFile extends PackageFile {
  packages?: Record<string, PackageFile>
}

/** Returns a package.json with a different version, otherwise unchanged. */
export function setVersion(packageFile: string, version: string): string {
  // safe because npm reads the same file as an object
  const file = JSON.parse(packageFile) as PackageFile
  file.version = version
  return print(file)
}

/**
 * Returns a package-lock.json with a different version for the project and its workspaces.
 * @param workspaces their folders; other packages keep their versions
 */
export function setLockedVersions(lockFile: string, workspaces: readonly string[], version: string): string {
  // safe because npm reads the same file as an object
  const file = JSON.parse(lockFile) as LockFile
  file.version = version
  for (const folder of ['', ...workspaces]) {
    const locked = file.packages?.[folder]
    if (locked === undefined) throw new ReleaseError(`package-lock.json has no workspace "${folder}".`)
    locked.version = version
  }
  return print(file)
}

/** Returns the Dockerfile with a different version in its label. */
export function setImageVersion(dockerfile: string, version: string): string {
  return replaceOnce(
    dockerfile,
    /^(LABEL org\.opencontainers\.image\.version=")[^"]*(?=")/m,
    version,
    'Dockerfile',
  )
}

/** Returns Chart.yaml with the given chart and app version. */
export function setChartVersion(chart: string, version: string): string {
  const versionedChart = replaceOnce(chart, /^(version: ").*(?=")/m, version, 'Chart.yaml')
  return replaceOnce(versionedChart, /^(appVersion: ").*(?=")/m, version, 'Chart.yaml')
}

/** @throws {ReleaseError} if the version isn't found */
function replaceOnce(text: string, place: RegExp, version: string, name: string): string {
  if (!place.test(text)) throw new ReleaseError(`No version found in ${name}: ${place.source}`)
  return text.replace(place, `$1${version}`)
}

function print(file: PackageFile): string {
  return `${JSON.stringify(file, null, 2)}\n`
}

function parseVersion(version: string): number[] | undefined {
  return VERSION.exec(version)?.slice(1).map(Number)
}
