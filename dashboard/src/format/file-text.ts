/**
 * Decodes a CSV file in UTF-8, or in UTF-16 as some spreadsheets save it. Other encodings produce U+FFFD, and
 * the service rejects the file.
 */
export async function readFileText(file: Blob): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  return new TextDecoder(detectEncoding(bytes)).decode(bytes)
}

/** A CSV file starts with a byte order mark or an ASCII character, which has a zero byte in UTF-16. */
function detectEncoding([first, second]: Uint8Array): string {
  if ((first === 0xff && second === 0xfe) || second === 0) return 'utf-16le'
  if ((first === 0xfe && second === 0xff) || first === 0) return 'utf-16be'
  return 'utf-8'
}
