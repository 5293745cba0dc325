package dev.colonnade.server.pg.session;

/** Handlers of COPY in both directions. */
record CopyHandlers(CopyInHandler in, CopyOutHandler out) {}
