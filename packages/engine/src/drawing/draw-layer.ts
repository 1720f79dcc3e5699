import { identityMatrix } from '../timeline/matrix.ts';
import type { Pose } from '../timeline/pose.ts';
import type { ObjectNode } from './display-list.ts';

/** Draws one layer at successive times. An unchanged layer is the same node object. */
export class LayerDrawer {
  #last: ObjectNode | undefined;

  /** Returns the node of a layer with its members; its members themselves if the layer does not change them. */
  draw({ objectId, opacity, effect }: Pose, members: readonly ObjectNode[]): readonly ObjectNode[] {
    const glow = effect === 'glow';
    if (members.length === 0 || (opacity === 1 && !glow)) return members;
    const last = this.#last;
    const isSame =
      last?.members?.length === members.length && members.every((one, i) => one === last.children[i]);
    if (isSame && last.opacity === opacity && last.glow === glow) return [last];
    const children = isSame && last.members ? last.members : members;
    this.#last = {
      type: 'group',
      objectId,
      matrix: identityMatrix,
      opacity,
      clip: null,
      glow,
      label: null,
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
