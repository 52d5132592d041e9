/** The spellings of a name that are mistaken most often, to be looked for by an index: never the name itself. */
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
