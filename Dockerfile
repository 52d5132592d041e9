# Build with `docker build -t affiliate-tracking .`; see docs/install.md.
#
# The package is platform-independent and built once on the build machine, so linux/amd64 and linux/arm64 only differ in Node.
# For a private registry, `--secret id=npmrc,src=$HOME/.npmrc` is used by both install steps and stored in no layer.

FROM node:24.21.0-trixie-slim AS node

FROM --platform=$BUILDPLATFORM node:24.21.0-trixie-slim AS build
WORKDIR /build
COPY package.json package-lock.json ./
COPY dashboard/package.json dashboard/
COPY sdk/package.json sdk/
COPY server/package.json server/
COPY tracker/package.json tracker/
RUN --mount=type=secret,id=npmrc,target=/root/.npmrc npm ci --no-audit --no-fund
COPY . .
# `--build-arg GIT_COMMIT=$(git rev-parse HEAD)` sets the commit that `affiliate --version` and /metrics show.
ARG GIT_COMMIT=
RUN npm run --silent pack:service -- /packed
RUN --mount=type=secret,id=npmrc,target=/root/.npmrc \
    npm install --prefix /image/opt/affiliate --no-audit --no-fund /packed/*.tgz \
    && mkdir -p /image/usr/local/bin /data \
    && ln -s /opt/affiliate/node_modules/.bin/affiliate /image/usr/local/bin/affiliate

# No npm, compiler or sources: only Node, the package and system libraries.
FROM debian:13.7-slim
LABEL org.opencontainers.image.title="affiliate-tracking"
LABEL org.opencontainers.image.description="Self-hostable affiliate tracking: which partner brought which customer, and what that partner has earned."
LABEL org.opencontainers.image.licenses="MIT"
LABEL org.opencontainers.image.version="0.2.0"
ARG GIT_COMMIT=
LABEL org.opencontainers.image.revision="$GIT_COMMIT"

COPY --from=node /usr/local/bin/node /usr/local/bin/node
COPY --from=build /image/ /
COPY --from=build --chown=1000:1000 /data /data

# Only the embedded database writes, to /data; everything else can be read-only.
ENV NODE_ENV=production DATA_DIR=/data PORT=3000
# Fewer garbage collections under load; see "Sizing" in docs/operations.md.
ENV NODE_OPTIONS=--max-semi-space-size=32
USER 1000:1000
WORKDIR /data
VOLUME ["/data"]
EXPOSE 3000

# Checked early because other services wait for it; `--start-period` allows for a long migration.
HEALTHCHECK --interval=10s --timeout=5s --start-period=120s --retries=3 \
    CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/readyz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]

ENTRYPOINT ["node", "/opt/affiliate/node_modules/affiliate-tracking/bin/affiliate.js"]
CMD ["serve"]
