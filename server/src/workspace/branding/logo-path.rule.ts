/** Where a program's logo stands: its digest is in its address, so that nobody sees an old one. */
export function logoPathOf(
  brand: { program_id: number; logo_digest: string | null } | undefined,
): string | undefined {
  const digest = brand?.logo_digest ?? undefined
  return digest === undefined ? undefined : `/logos/${brand?.program_id}/${digest}`
}
