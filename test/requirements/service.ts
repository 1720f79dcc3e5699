import { type Area, statements } from './requirement.ts';

export const service: Area = {
  title: 'The service',
  requirements: [
    ...statements(
      'specification',
      'What the service does',
      `
service.loopback: The HTTP service listens on the loopback interface by default.
service.port: The HTTP service listens on port 8799 by default.
service.direct: A project is sent as the JSON body of a request; the response is an inspection or the file itself.
service.stateless: The service is stateless: a response does not depend on earlier requests, and nothing is stored.
service.synchronous: A request waits for its result; there is no job identifier, queue or result URL.
service.one-at-a-time: Only one inspect or render request runs at a time; a concurrent one is refused with 429.
service.no-external-tools: Rendering needs no browser, no external video tool and no external API key.
service.formats: The output formats are SVG, PNG and MP4.
service.mp4.video: An MP4 contains H.264 video.
service.mp4.sound: An MP4 contains MP3 audio if, and only if, the project has audible audio.
service.inputs.png: Embedded PNG images are drawn.
service.inputs.jpeg: Embedded JPEG images are drawn.
service.inputs.wav: Embedded PCM WAV audio is audible.
service.inputs.video: Imported video is not supported.
service.inputs.webp: WebP images are not supported.
service.inputs.compressed-audio: Compressed audio is not supported.
service.inputs.external: External asset URLs are not supported.
service.tools.local: The tool server speaks over stdio with the process that launched it; it opens no network endpoint.
service.tools.files: The tool server works on files on the machine that runs it.
service.tools.alone: The tool server does not need the HTTP service to be running.
`,
    ),
    ...statements(
      'specification',
      'States and transitions',
      `
service.busy.freed: After a response, a new request is accepted.
service.disconnect: A client that disconnects during a render cancels that render.
service.timeout: A render that exceeds its time limit ends with 504.
`,
    ),
    ...statements(
      'specification',
      'Versioning',
      `
versions.project: Projects of version 1 and of version 2 are accepted by the same endpoints.
versions.interface: The interface description has version 0.1.0 and follows OpenAPI 3.1.1.
versions.schema: The project schema is JSON Schema draft 2020-12.
versions.paths: Paths carry no version prefix.
`,
    ),
  ],
};
