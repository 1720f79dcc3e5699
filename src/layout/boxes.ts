import type { Bounds } from '../drawing/bounds.ts';
import { ObjectDrawer } from '../drawing/draw-object.ts';
import { paintedBox } from '../drawing/painted-box.ts';
import type { Typesetters } from '../drawing/typesetters.ts';
import { hasLetters } from '../project/object-kinds.ts';
import type { CompositionState, SceneObject } from '../project/schema.ts';
import { compileTransition } from '../timeline/compile-transition.ts';
import { sceneGraphOf } from '../timeline/scene-graph.ts';

/** Number of characters that may be typeset to lay out one scene, which takes seconds; every size that is tried counts. */
const mostLetters = 300_000;

const noTracks = { tracks: {}, durationMs: 0 };

/** The colour of an object that paints nothing while it is measured. */
const opaque = '#ffffff';

/** Thrown by `BoxMeasurer` if a scene has more letters than it may typeset. */
export class TooManyLetters extends Error {
  constructor() {
    super(`more than ${mostLetters} characters`);
  }
}

/** Measures the objects of a scene: the rectangle around what they paint, as in the layout of an inspection. */
export class BoxMeasurer {
  readonly #typesetters: Typesetters;
  readonly #sceneId: string;
  readonly #known = new WeakMap<CompositionState, Bounds>();
  readonly #colors = new Map();
  #letters = 0;

  constructor(typesetters: Typesetters, sceneId: string) {
    this.#typesetters = typesetters;
    this.#sceneId = sceneId;
  }

  /**
   * Returns the box of an object whose position is (0, 0), in the coordinates of its parent. An object that paints
   * nothing has the box of its fill; without that, it is a point. Throws TooManyLetters.
   */
  atOrigin(object: SceneObject, state: CompositionState): Bounds {
    const known = this.#known.get(state);
    if (known) return known;
    const box = this.#paintedBox(object, state) ??
      this.#paintedBox(object, { ...state, fill: opaque }) ?? { left: 0, top: 0, right: 0, bottom: 0 };
    this.#known.set(state, box);
    return box;
  }

  /** Returns the box of an object at its own position. */
  inPlace(object: SceneObject, state: CompositionState): Bounds {
    return shifted(this.atOrigin(object, state), state.x, state.y);
  }

  #paintedBox(object: SceneObject, state: CompositionState): Bounds | null {
    if (hasLetters(object.kind)) {
      this.#letters += state.text.length;
      if (this.#letters > mostLetters) throw new TooManyLetters();
    }
    const alone = { ...object, parentId: null };
    const shown = { ...state, x: 0, y: 0, opacity: 1, visible: true };
    const shared = { colors: this.#colors, appearances: new Map() };
    const [pose] = compileTransition(
      sceneGraphOf({ [object.id]: alone }),
      [shown],
      [shown],
      noTracks,
      shared,
    )(0);
    if (!pose) return null;
    const place = `scenes.${this.#sceneId}.objects.${object.id}`;
    const node = new ObjectDrawer({ typesetters: this.#typesetters, asset: object.image, place }).draw(pose);
    return node && paintedBox(node);
  }
}

/** Moves a box. */
export function shifted({ left, top, right, bottom }: Bounds, x: number, y: number): Bounds {
  return { left: left + x, top: top + y, right: right + x, bottom: bottom + y };
}
