/** Returns the URL where a program receives a processor's events. */
export function processorWebhookUrl(
  { publicUrl }: { publicUrl: string },
  processor: string,
  programId: number,
): string {
  return `${publicUrl}/api/v1/webhooks/${processor}?program=${programId}`
}
