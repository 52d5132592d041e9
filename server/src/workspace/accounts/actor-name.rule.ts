/**
 * Returns the display name of a team actor.
 * @param name the user's name, if there is such a user
 */
export function actorDisplayName(actorId: string, name: string | null): string {
  return name ?? (actorId.startsWith('key:') ? 'A management key' : 'Former member')
}
