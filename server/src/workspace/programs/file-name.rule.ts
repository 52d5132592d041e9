/** Returns an exported file's name. Names of sandbox exports are marked (D52). */
export function exportFileName({ id, sandbox }: { id: number; sandbox: boolean }, list: string): string {
  return `${sandbox ? 'sandbox-' : ''}${list}-${id}.csv`
}
