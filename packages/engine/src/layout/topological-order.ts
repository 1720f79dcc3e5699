/** Ids that an id depends on. */
export type Dependencies = readonly string[];

/**
 * The ids in an order in which each comes after those it depends on, or a cycle, which begins and ends with the same
 * id.
 */
export type Order =
  | { readonly ok: true; readonly order: readonly string[] }
  | { readonly ok: false; readonly cycle: readonly string[] };

/** Sorts ids by their dependencies, without recursion: chains may be as long as a document. */
export function topologicalOrder(
  ids: readonly string[],
  dependenciesOf: (id: string) => Dependencies,
): Order {
  const order: string[] = [];
  const state = new Map<string, 'open' | 'done'>();
  for (const start of ids) {
    if (state.has(start)) continue;
    const stack = [{ id: start, dependencies: dependenciesOf(start), next: 0 }];
    state.set(start, 'open');
    while (stack.length > 0) {
      const top = stack[stack.length - 1];
      const id = top.dependencies[top.next++];
      if (id === undefined) {
        state.set(top.id, 'done');
        order.push(top.id);
        stack.pop();
      } else if (state.get(id) === 'open') {
        const way = stack.map((one) => one.id);
        return { ok: false, cycle: [...way.slice(way.indexOf(id)), id] };
      } else if (!state.has(id)) {
        state.set(id, 'open');
        stack.push({ id, dependencies: dependenciesOf(id), next: 0 });
      }
    }
  }
  return { ok: true, order };
}
