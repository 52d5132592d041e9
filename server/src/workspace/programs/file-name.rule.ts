/** Returns the name of an exported file. It marks exports of sandboxes (D52). */
export function fileNameOf({ id, sandbox }: { id: number; sandbox: boolean }, list: string): string {
  return `${sandbox ? 'sandbox-' : ''}${list}-${id}.csv`
}
