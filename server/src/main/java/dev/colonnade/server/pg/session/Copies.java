package dev.colonnade.server.pg.session;

/** The two ways of COPY. */
record Copies(CopyIn in, CopyOut out) {}
