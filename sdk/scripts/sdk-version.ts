/** The version that the SDK names to the service, which no bundler can lose as it could a package.json. */
export const VERSION_FILE = 'sdk/src/generated/version.ts'

export function versionSource(version: string): string {
  return `// Generated from package.json by \`npm run api-types\`. Do not edit.\n\nexport const VERSION = '${version}'\n`
}
