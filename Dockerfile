# docker build --tag render-service .
# docker run --publish 127.0.0.1:8799:8799 --env SERVICE_RENDER_TOKEN=... --read-only --tmpfs /tmp render-service

FROM node:22-bookworm-slim AS build
WORKDIR /build
COPY package.json package-lock.json tsconfig.json tsconfig.build.json ./
COPY packages packages
# All native parts are prebuilt packages, for x64 and arm64 alike: no package's install script is needed.
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY scripts scripts
# The tool server's documents and films.
COPY docs/reference docs/reference
COPY catalogue catalogue
COPY examples examples
COPY skills skills
COPY templates templates
# Workers need BullMQ, and for outputs on S3 its client.
RUN npm run build && node scripts/keep-optional-peers.mjs && npm prune --omit=dev --ignore-scripts --no-audit --no-fund \
    && rm -rf packages/*/src packages/*/test packages/*/scripts packages/*/assembly
# Starts take a third less with the compiled code that this leaves beside the program.
RUN node packages/render-service/dist/cli/main.js render examples/hello.json -o /tmp/hello.mp4

FROM node:22-bookworm-slim
ENV NODE_ENV=production \
    SERVICE_RENDER_HOST=0.0.0.0
WORKDIR /app
COPY --from=build /build/node_modules node_modules
COPY --from=build /build/packages packages
COPY LICENSE ./
COPY docs/licences.md docs/
COPY deploy/health-check.mjs deploy/
RUN ln -s /app/packages/render-service/dist/cli/main.js /usr/local/bin/render-service
USER node
EXPOSE 8799
HEALTHCHECK --interval=10s --timeout=3s --start-period=10s CMD ["node", "deploy/health-check.mjs"]
CMD ["render-service", "serve"]
