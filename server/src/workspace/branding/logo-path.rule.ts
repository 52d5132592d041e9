/** Returns the path of a program's logo. Contains the digest, so that caches never serve an old logo. */
export function logoPath(
  brand: { program_id: number; logo_digest: string | null } | undefined,
): string | undefined {
  const digest = brand?.logo_digest ?? undefined
  return digest === undefined ? undefined : `/logos/${brand?.program_id}/${digest}`
}
