/**
 * Returns whether a program's actions may have external effects, such as an invoice, a payment or an email. Never true
 * for sandboxes (D52). Check it before sending or charging.
 */
export function hasExternalEffects({ sandbox }: { sandbox: boolean }): boolean {
  return !sandbox
}
