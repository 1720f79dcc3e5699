import { type Area, statements } from './requirement.ts';

export const timeline: Area = {
  title: 'Time, stage and transitions',
  requirements: [
    ...statements(
      'semantics',
      'What the specification leaves open, decided',
      `
timeline.units.times: Times are in milliseconds.
timeline.units.lengths: Lengths are in scene pixels, the origin at the top left, y down.
timeline.units.angles: Angles are in degrees, clockwise.
timeline.units.colors: Colours are in sRGB.
`,
    ),
    ...statements(
      'semantics',
      '2. One clock',
      `
timeline.clock.compositions: A scene holds each composition for its duration, then plays the transition to the next one,
  if any.
timeline.clock.cut: Neighbours without a transition are joined by a cut.
timeline.clock.sound: A scene lasts as long as its holds and transitions or as its audio tracks, whichever is longer.
timeline.clock.extension: The last composition is held through the extension.
timeline.clock.scenes: The project plays the scenes of sceneOrder back to back, cutting between them.
timeline.clock.segments: Time t belongs to the first segment with t < its end.
timeline.clock.last-frame: The time of the project's duration shows the last frame.
timeline.clock.zero-scenes: Scenes of zero duration are skipped.
timeline.clock.all-zero: If all scenes are of zero duration, t = 0 shows the first one.
timeline.clock.time-at-end: timeMs may equal the duration.
timeline.clock.zero-project: A project of zero duration can be inspected and drawn as a still; an MP4 of it is 422.
`,
    ),
    ...statements(
      'semantics',
      '3. What is on stage',
      `
timeline.stage.order: Objects draw by order, ties by id in code-unit order.
timeline.stage.hold: In a hold an object draws if the composition has a state for it and the state is visible.
timeline.stage.parents: A child's world matrix is its parent's world matrix times its own local one.
timeline.stage.stateless-parent: An object without a state in the composition contributes the identity.
timeline.stage.parents-own: A parent's opacity, visibility and effect do not apply to its children.
timeline.stage.matrix: The local matrix is that of rotation, scale, shear, anchor and position, with their defaults 1, 1,
  0 and (0, 0).
`,
    ),
    ...statements(
      'semantics',
      '4. Transitions',
      `
timeline.transition.missing-state: A state that is missing on one side of a transition copies the other side's values,
  but counts as not visible: the object enters or leaves.
timeline.transition.no-state: An object with a state on neither side is skipped.
timeline.transition.hidden: An object hidden on both sides draws nothing, but still moves its children.
timeline.transition.no-track: No track means a move over the transition's whole duration, easeInOut, together.
timeline.transition.progress: Progress is the eased fraction of the track's span, clamped to 0..1.
timeline.transition.zero-duration: A track of zero duration has progress 1 from its start on.
timeline.transition.none: A track of type none is at 0 before start + duration, then at 1.
timeline.transition.implicit: A track with implicit: true ignores its own start and duration and spans the whole
  transition.
timeline.transition.numbers: Numbers change from A to B as A + (B - A) p.
timeline.transition.switches: text and effect switch from A to B at track progress 0.5.
timeline.transition.colors: Colours are interpolated per channel in sRGB with alpha, whatever their number of digits.
timeline.transition.transparent: transparent counts as the other colour with alpha 0.
timeline.transition.no-color: A colour that changes to or from none switches at 0.5.
timeline.transition.path: A staying object with a path moves along the cubic Bezier from A to B through c1 and c2, which
  are absolute positions, at the position progress.
timeline.timing.own: A property whose own timing is not null uses it instead of the track's.
timeline.timing.positionTiming: positionTiming moves x, y, anchorX and anchorY.
timeline.timing.sizeTiming: sizeTiming moves width, height, scaleX and scaleY.
timeline.timing.rotationTiming: rotationTiming moves rotation and shear.
timeline.timing.opacityTiming: opacityTiming moves opacity.
timeline.timing.fillTiming: fillTiming moves fill.
timeline.timing.strokeTiming: strokeTiming moves stroke.
timeline.timing.strokeWidthTiming: strokeWidthTiming moves strokeWidth.
timeline.timing.fontSizeTiming: fontSizeTiming moves fontSize.
timeline.timing.cornerRadiusTiming: cornerRadiusTiming moves cornerRadius.
timeline.timing.pathTiming: pathTiming moves c1 and c2 of path.
timeline.timing.revealTiming: revealTiming moves the reveal of write and grow.
timeline.opacity.staying: The opacity of a staying object is interpolated.
timeline.opacity.presence: The opacity of an entering or leaving object is the interpolated opacity times its presence,
  p when entering and 1 - p when leaving.
timeline.opacity.write: Under write, an entering or leaving object keeps its interpolated opacity, but shows nothing
  while its reveal presence is 0.
timeline.opacity.own-timing: With an opacityTiming, the opacity of an entering or leaving object starts or ends at 0 on
  its hidden side.
timeline.grow: Under grow, the width, height and fontSize of an entering or leaving object are multiplied by its reveal
  presence.
timeline.write: Under write, the write progress is the reveal progress, or 1 minus it when leaving; under other types it
  is 1.
timeline.keyframes.replace: Keyframes replace the interpolation of one property, even of a motion path.
timeline.keyframes.at: at is a fraction of the timing span of the keyframe's property.
timeline.keyframes.ends: The ends of keyframes come from A and B.
timeline.keyframes.hidden-ends: The ends are 0 for the opacity of a hidden end, and for the sizes of a hidden end under
  grow.
timeline.keyframes.reveal: The reveal runs from 0 to 1.
timeline.keyframes.easing: The first segment uses the timing's easing, each later one the easing of the keyframe at its
  start.
timeline.keyframes.ties: Of keyframes with equal at, the one with the greatest id counts.
timeline.keyframes.deleted: Keyframes with deleted: true are kept but ignored.
timeline.keyframes.none: Type none ignores keyframes.
timeline.easing.linear: linear is t.
timeline.easing.easeIn: easeIn is t^3.
timeline.easing.easeOut: easeOut is 1 - (1 - t)^3.
timeline.easing.easeInOut: easeInOut is 4 t^3 below 0.5, else 1 - (2 - 2 t)^3 / 2.
timeline.easing.cubic-bezier: cubicBezier is y where x(u) = t, as in CSS, exact at 0 and 1, and monotone.
`,
    ),
  ],
};
