import type { Pose } from '../timeline/pose.ts';
import { type ObjectNode, plainGroup } from './display-list.ts';
import type { MaskDrawer } from './draw-mask.ts';
import { areSameEffects, effectsOf } from './effects.ts';

/** Draws one layer at successive times. An unchanged layer is the same node object. */
export class LayerDrawer {
  readonly #masks: MaskDrawer;
  #last: ObjectNode | undefined;

  constructor(masks: MaskDrawer) {
    this.#masks = masks;
  }

  /** Returns the node of a layer with its members; its members themselves if the layer does not change them. */
  draw(pose: Pose, members: readonly ObjectNode[]): readonly ObjectNode[] {
    const { objectId, opacity } = pose;
    const last = this.#last;
    const effects = effectsOf(pose, this.#masks.maskOf(pose));
    if (members.length === 0 || (opacity === 1 && effects === null)) return members;
    const isSame =
      last?.members?.length === members.length && members.every((one, i) => one === last.children[i]);
    if (isSame && last.opacity === opacity && areSameEffects(last.effects, effects)) return [last];
    const children = isSame && last.members ? last.members : members;
    this.#last = {
      ...plainGroup,
      objectId,
      opacity,
      effects,
      children,
      members: children,
    };
    return [this.#last];
  }
}

/** A layer whose members are being collected. */
interface OpenLayer {
  readonly pose: Pose;
  readonly members: ObjectNode[];
}

/** Collects the nodes of a picture in painting order, those of layers inside their layers. */
export class NodeCollector {
  readonly nodes: ObjectNode[] = [];
  readonly #drawerOf: (pose: Pose) => LayerDrawer;
  readonly #open: OpenLayer[] = [];

  constructor(drawerOf: (pose: Pose) => LayerDrawer) {
    this.#drawerOf = drawerOf;
  }

  /** Ends the layers that the next object is not in; undefined ends all. */
  leaveFor(layerId: string | undefined): void {
    for (let layer = this.#open.at(-1); layer && layer.pose.objectId !== layerId; layer = this.#open.at(-1)) {
      this.#open.pop();
      for (const node of this.#drawerOf(layer.pose).draw(layer.pose, layer.members)) this.add(node);
    }
  }

  enter(pose: Pose): void {
    this.#open.push({ pose, members: [] });
  }

  add(node: ObjectNode): void {
    (this.#open.at(-1)?.members ?? this.nodes).push(node);
  }
}
