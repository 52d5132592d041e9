/** Returns whether the partner themselves signed in recently, regardless of later activity. */
export function isFreshSession(
  { created_at, workspace_id }: { created_at: Date; workspace_id: string | null },
  now: Date,
  minutes: number,
): boolean {
  return workspace_id === null && now.getTime() - created_at.getTime() <= minutes * 60 * 1000
}
