package dev.colonnade.server.pg.session;

/** Handlers of COPY in both directions. */
record Copies(CopyIn in, CopyOut out) {}
