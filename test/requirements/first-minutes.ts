import { type Area, statements } from './requirement.ts';

export const firstMinutes: Area = {
  title: 'The first minutes',
  requirements: [
    ...statements(
      'first-minutes',
      '2. Starting points',
      `
start.templates: init --template writes one of twelve films of less than 2.5 KB whose texts and colours are variables, and
  init --list names them.
start.templates.shape: One variable makes a template landscape or portrait, and its inspection gives no advice in either.
start.gallery: A page shows every template with its source, and the tool server has them as resources.
start.aspect-ratio: In shorthand, aspectRatio gives the shape of a frame in place of its width and height.
`,
    ),
    ...statements(
      'first-minutes',
      '4. For agents',
      `
start.skill: skills/render-service/SKILL.md is a skill for agents, and its text is the guide of the tool server.
start.registry: server.json describes the tool server for the registry of the protocol.
start.bundle: npm run bundle makes a bundle of the tool server that clients can install.
start.evaluation: bench/agents reports on any model's films for 24 topics, and calls no model itself.
`,
    ),
    ...statements(
      'first-minutes',
      '5. For repositories',
      `
start.action: An action renders the films of a repository when they change.
`,
    ),
  ],
};
