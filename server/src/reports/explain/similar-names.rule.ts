/** Returns the most likely other spellings of a name for an index lookup, without the name itself. */
export function similarNames(name: string): string[] {
  const bare = name.trim()
  const lower = bare.toLowerCase()
  const spellings = [bare, lower, bare.toUpperCase(), lower.slice(0, 1).toUpperCase() + lower.slice(1)]
  const withBlanks = spellings.flatMap((one) => [
    one,
    ` ${one}`,
    `${one} `,
    ` ${one} `,
    `${one}\n`,
    `${one}\t`,
  ])
  return [...new Set(withBlanks)].filter((one) => one !== name && one.trim() !== '')
}
