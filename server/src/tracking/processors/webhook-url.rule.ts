/** Returns where a program receives the events of a processor. */
export function webhookUrlOf(
  { publicUrl }: { publicUrl: string },
  processor: string,
  programId: number,
): string {
  return `${publicUrl}/api/v1/webhooks/${processor}?program=${programId}`
}
