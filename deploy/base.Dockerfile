# The base of every image: the C library, certificates, time zones, Node and nothing else. For Docker; without it
# `npm run images` makes the same with mmdebstrap.
ARG NODE=node:24-bookworm-slim
FROM ${NODE} AS node
FROM debian:bookworm-slim AS root
RUN apt-get update && apt-get install -y --no-install-recommends mmdebstrap \
 && mmdebstrap --variant=extract --include=libc6,libstdc++6,libgcc-s1,ca-certificates,tzdata,netbase bookworm /root-fs \
 && mkdir -p /root-fs/tmp && chmod 1777 /root-fs/tmp
COPY --from=node /usr/local/bin/node /root-fs/usr/bin/node
FROM scratch
COPY --from=root /root-fs /
USER 65532:65532
