const BLANK = /[\s\u0085\p{Default_Ignorable_Code_Point}]/u
const VISIBLE = /[^\s\u0085\p{Default_Ignorable_Code_Point}]/u

/** Trims whitespace and invisible characters, which remain after copying or at line ends. */
export function trimId(text: string): string {
  const start = text.search(VISIBLE)
  if (start === -1) return ''
  let end = text.length
  for (;;) {
    const lastCharacter = [...text.slice(end - 2, end)].at(-1) ?? ''
    if (!BLANK.test(lastCharacter)) return text.slice(start, end)
    end -= lastCharacter.length
  }
}
