import { isMap } from '../../project/check.ts';
import type { Path } from '../../project/problem-text.ts';
import type { SceneDraft } from './scene-draft.ts';

interface Mention {
  readonly value: unknown;
  readonly path: Path;
}

/**
 * Lets the edges of graphs show with both of their ends, composition after composition: where one end is mentioned by
 * itself, so is the edge, unless a document mentions that.
 */
export class GraphEdges {
  readonly #draft: SceneDraft;
  /** The nodes that are hidden, and the edges that a document hides itself. */
  readonly #hidden = new Set<string>();

  constructor(draft: SceneDraft) {
    this.#draft = draft;
    for (const [graph, { nodes }] of draft.graphs)
      if (this.#entersLater(graph)) for (const id of nodes) this.#hidden.add(id);
  }

  /** Adds the mentions of edges to those of a composition. */
  show(key: string, mentions: Map<string, Mention>): void {
    for (const [graph, { nodes, edges, present }] of this.#draft.graphs) {
      const whole = this.#wholeMention(graph, mentions);
      if (whole !== undefined) {
        for (const id of [...nodes, ...edges.keys()]) {
          if (whole.value === false) this.#hidden.add(id);
          else this.#hidden.delete(id);
        }
      }
      const changed = new Set<string>();
      for (const id of nodes) {
        const own = mentions.get(id);
        const value = own?.value ?? (isMap(this.#draft.itemStates.get(key)?.[id]) ? {} : undefined);
        if (value === undefined) continue;
        changed.add(id);
        if (isHiding(value)) this.#hidden.add(id);
        else this.#hidden.delete(id);
      }
      for (const [id, { from, to }] of edges) {
        const own = mentions.get(id);
        const isOwn = own !== undefined && !isWildcard(own.path);
        if (isOwn) {
          if (isHiding(own.value)) this.#hidden.add(id);
          else this.#hidden.delete(id);
        }
        const isAbsent = present.get(key)?.has(id) !== true;
        const isNew = this.#draft.itemStates.get(key)?.[id] !== undefined;
        if (!changed.has(from) && !changed.has(to) && !isNew && (own === undefined || isOwn)) continue;
        const isShown =
          !isAbsent &&
          ![from, to, ...(isOwn || !this.#hidden.has(id) ? [] : [id])].some((one) => this.#hidden.has(one));
        if (isOwn && isShown) continue;
        const path = own?.path ?? mentions.get(from)?.path ?? mentions.get(to)?.path ?? [];
        const fields = isMap(own?.value) ? own.value : {};
        mentions.set(id, { value: isShown ? fields : false, path });
      }
    }
  }

  /** The mention of a graph, or of a group around it. */
  #wholeMention(graph: string, mentions: ReadonlyMap<string, Mention>): Mention | undefined {
    const own = mentions.get(graph);
    if (own !== undefined && isShowing(own.value)) return own;
    const around = Object.entries(this.#draft.objects).find(
      ([, object]) => isMap(object) && Array.isArray(object.children) && object.children.includes(graph),
    );
    return around === undefined ? undefined : this.#wholeMention(around[0], mentions);
  }

  /** Whether a graph is not there at first: the first composition that mentions it is a later one, and shows it. */
  #entersLater(graph: string): boolean {
    const name = this.#draft.names.nameOf(graph);
    const values = this.#draft.compositions.map(({ written }) => {
      const states = isMap(written) && isMap(written.states) ? written.states : {};
      return states[name] ?? states['*'];
    });
    const first = values.findIndex((value) => value !== undefined);
    return first > 0 && values[first] !== false;
  }
}

/** Whether a mention shows or hides all members of a group. */
function isShowing(value: unknown): boolean {
  if (!isMap(value)) return true;
  return Object.keys(value).length === 0 || value.visible !== undefined || value.opacity !== undefined;
}

function isHiding(value: unknown): boolean {
  return value === false || (isMap(value) && value.visible === false);
}

/** Whether a mention is one of all objects or of all parts of one. */
function isWildcard(path: Path): boolean {
  const name = String(path.at(-1) ?? '');
  return name === '*' || name.endsWith('.*');
}
