/**
 * Returns the groups around each object and group that is in any, inner ones first. `inside` returns the members directly in
 * a group.
 */
export function groupsAround(
  ids: Iterable<string>,
  groups: Iterable<string>,
  inside: (group: string) => readonly string[],
): Map<string, string[]> {
  const owners = new Map<string, string[]>();
  for (const id of groups) {
    for (const member of inside(id)) owners.set(member, [...(owners.get(member) ?? []), id]);
  }
  const around = new Map<string, string[]>();
  for (const id of ids) {
    // A group that contains itself is reported elsewhere.
    const found = new Set(owners.get(id));
    for (const group of found) for (const outer of owners.get(group) ?? []) found.add(outer);
    if (found.size > 0) around.set(id, [...found]);
  }
  return around;
}
