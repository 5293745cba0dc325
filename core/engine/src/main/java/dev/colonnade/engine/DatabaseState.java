package dev.colonnade.engine;

import java.util.Set;

/** Life cycle of a database. */
public enum DatabaseState {
  /** Accepts requests. */
  OPEN,
  /** Rejects new requests; waits for the running ones. */
  CLOSING,
  /** The store is closed. */
  CLOSED;

  /** Returns the legal successors. */
  Set<DatabaseState> successors() {
    return switch (this) {
      case OPEN -> Set.of(CLOSING);
      case CLOSING -> Set.of(CLOSED);
      case CLOSED -> Set.of();
    };
  }
}
