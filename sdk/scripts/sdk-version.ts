/** The version in the SDK's user agent. It is generated, because bundlers may omit package.json. */
export const VERSION_FILE = 'sdk/src/generated/version.ts'

export function versionSource(version: string): string {
  return `// Generated from package.json by \`npm run api-types\`. Do not edit.\n\nexport const VERSION = '${version}'\n`
}
