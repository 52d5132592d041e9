/** The name of an exported file: that of a sandbox says so wherever it goes (D52). */
export function fileNameOf({ id, sandbox }: { id: number; sandbox: boolean }, list: string): string {
  return `${sandbox ? 'sandbox-' : ''}${list}-${id}.csv`
}
