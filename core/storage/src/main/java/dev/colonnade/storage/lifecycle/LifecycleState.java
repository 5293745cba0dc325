package dev.colonnade.storage.lifecycle;

import java.util.Set;

/** Life cycle of a database. */
public enum LifecycleState {
  /** Accepts requests. */
  OPEN,
  /** Rejects new requests; waits for the running ones. */
  CLOSING,
  /** The store is closed. */
  CLOSED;

  /** Returns the legal successors. */
  public Set<LifecycleState> successors() {
    return switch (this) {
      case OPEN -> Set.of(CLOSING);
      case CLOSING -> Set.of(CLOSED);
      case CLOSED -> Set.of();
    };
  }
}
