// Texts for agents that have never seen the format. Each is complete by itself, because a client may show any of them
// without the others.

const whatAProjectIs = `A project is one JSON document. It has scenes, played one after the other (sceneOrder). A scene has objects (kind circle, rectangle, text, equation, path, arrow, numberline or image), compositions (compositionOrder) and transitions. A composition says in its states how every object looks, and is held for its duration; a transition animates all differences from one composition to the next, with tracks for timing and easing of single objects. Every key equals the id inside its value. Times are milliseconds, lengths are scene pixels from the top left with y down, angles are degrees clockwise, colours are #rgb, #rrggbb, #rrggbbaa, none or transparent.

Begin with the resource service://examples/hello, a complete small project to change; service://docs/project-schema is the JSON Schema of every field.`;

const limits = `Limits: project file 32 MiB; output 64 MiB, 1920 pixels a side and 2073600 pixels in all; mp4 60 seconds and 1800 frames (so 30 seconds at 60 fps), width and height even. Images are embedded PNG or JPEG and sound is embedded PCM WAV, both as base64 data: URLs; video and external files are not supported.`;

export const instructions = `Turns motion-graphics projects into SVG or PNG pictures and MP4 films on this machine. Write a project to a file, call service_inspect with its path until it reports no problems, then service_render. All paths are absolute and refer to the machine that runs this server.

${whatAProjectIs}

${limits}`;

export const capabilitiesDescription = `Read the output formats, source types and limits of this renderer. They are constants: one call is enough.`;

export const inspectDescription = `Check a project file without rendering it: quick, and nothing is written.

The result has the name, number of scenes, duration, size and audible tracks. \`issues\` lists everything that would make a render fail or look different from what was authored, each as "<place>: <what>; <what to do>". Issues that begin with "warning: " do not prevent rendering. An inspection without issues does not guarantee that embedded images and sound can be decoded. A project that is invalid is an error with up to 20 problems, one per line, each with its place in the document, the rule and the value seen: fix those and inspect again.

${whatAProjectIs}

${limits}

One inspect or render runs at a time.`;

export const renderDescription = `Render a project file into one picture or film and write it to outputPath.

svg and png show the moment timeMs. mp4 is the whole film: H.264, with MP3 sound if the project has any. Call service_inspect first: it is quicker and lists every problem.

${whatAProjectIs}

${limits}

The file appears whole or not at all, and nothing is ever overwritten. A film takes some seconds; a client that asks for progress gets it. One inspect or render runs at a time. Cancelling the call stops the render and leaves no file. An error names the place, the rule and the value seen.`;
