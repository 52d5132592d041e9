/**
 * The text of a CSV file in UTF-8 or, as some spreadsheets save it, in UTF-16. Another encoding leaves U+FFFD in it, by which
 * the service refuses the file.
 */
export async function textOfFile(file: Blob): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  return new TextDecoder(encodingOf(bytes)).decode(bytes)
}

/** A CSV file begins with a byte order mark or a character of ASCII: in UTF-16 that has a zero byte. */
function encodingOf([first, second]: Uint8Array): string {
  if ((first === 0xff && second === 0xfe) || second === 0) return 'utf-16le'
  if ((first === 0xfe && second === 0xff) || first === 0) return 'utf-16be'
  return 'utf-8'
}
