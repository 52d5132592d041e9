/**
 * Whether what a program does may reach somebody outside of it: a real invoice, a payment, a mail. A sandbox never does
 * (D52). Whatever sends or charges asks here first.
 */
export function reachesOutside({ sandbox }: { sandbox: boolean }): boolean {
  return !sandbox
}
