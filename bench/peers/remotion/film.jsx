// The film of the ellipses for Remotion: the same shapes, colours, text and motion, drawn by the browser.
import {
  AbsoluteFill,
  Composition,
  interpolate,
  registerRoot,
  useCurrentFrame,
  useVideoConfig,
} from 'remotion';

function Film({ ellipses, title, stops, background }) {
  const frame = useCurrentFrame();
  const { fps, width, height } = useVideoConfig();
  const times = stops.map((stop) => (stop * fps) / 1000);
  const at = (values) => interpolate(frame, times, values, { extrapolateRight: 'clamp' });
  return (
    <AbsoluteFill style={{ background }}>
      <svg width={width} height={height} role="img" aria-label="Twenty ellipses">
        <text
          x={title.x}
          y={title.y}
          fontSize={title.fontSize}
          fontFamily="sans-serif"
          fill="#fff"
          textAnchor="middle"
          dominantBaseline="middle"
        >
          {title.text}
        </text>
        {ellipses.map(({ id, fill, radiusX, radiusY, xs, ys }) => (
          <ellipse key={id} cx={at(xs)} cy={at(ys)} rx={radiusX} ry={radiusY} fill={fill} />
        ))}
      </svg>
    </AbsoluteFill>
  );
}

registerRoot(() => (
  <Composition
    id="film"
    component={Film}
    width={1920}
    height={1080}
    fps={30}
    durationInFrames={1}
    defaultProps={{ ellipses: [], title: {}, stops: [0, 1], background: '#000' }}
    calculateMetadata={({ props }) => ({ durationInFrames: props.frames })}
  />
));
