/** Returns the name of an exported file. Names of sandbox exports contain a mark (D52). */
export function fileNameOf({ id, sandbox }: { id: number; sandbox: boolean }, list: string): string {
  return `${sandbox ? 'sandbox-' : ''}${list}-${id}.csv`
}
