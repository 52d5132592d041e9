/** Returns a name's variants in case and surrounding spaces, without the name itself, for an index lookup. */
export function similarNames(name: string): string[] {
  const bare = name.trim()
  const lower = bare.toLowerCase()
  const caseVariants = [bare, lower, bare.toUpperCase(), lower.slice(0, 1).toUpperCase() + lower.slice(1)]
  const withSpaceVariants = caseVariants.flatMap((one) => [
    one,
    ` ${one}`,
    `${one} `,
    ` ${one} `,
    `${one}\n`,
    `${one}\t`,
  ])
  return [...new Set(withSpaceVariants)].filter((one) => one !== name && one.trim() !== '')
}
