package dev.colonnade.engine;

import java.util.Set;

/** The life of a database. */
public enum DatabaseState {
  /** Takes requests. */
  OPEN,
  /** Takes no new requests; those that run are being waited for. */
  CLOSING,
  /** The store is closed. */
  CLOSED;

  /** The states that may follow this one. */
  Set<DatabaseState> successors() {
    return switch (this) {
      case OPEN -> Set.of(CLOSING);
      case CLOSING -> Set.of(CLOSED);
      case CLOSED -> Set.of();
    };
  }
}
