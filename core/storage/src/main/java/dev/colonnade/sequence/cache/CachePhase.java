package dev.colonnade.sequence.cache;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import java.util.Set;

/** Life-cycle phase of a cache. */
enum CachePhase {
  /** Values can be allocated. */
  OPEN,
  /** The database is being closed. */
  CLOSED,
  /** The sequence was dropped. */
  DROPPED,
  /**
   * The outcome of a write is unknown: values that were reserved before may not be reserved any
   * more.
   */
  BROKEN;

  /** Returns the phases to which a transition is legal. */
  Set<CachePhase> successors() {
    return switch (this) {
      case OPEN -> Set.of(CLOSED, DROPPED, BROKEN);
      case CLOSED, DROPPED, BROKEN -> Set.of();
    };
  }

  /** Returns a new exception with the reason why no value can be allocated. */
  ColonnadeException refusal(String name) {
    return switch (this) {
      case OPEN -> new ColonnadeException(ErrorCode.INTERNAL, "the sequence is open");
      case CLOSED ->
          new ColonnadeException(ErrorCode.SHUTTING_DOWN, "the database is being closed");
      case DROPPED ->
          new ColonnadeException(
              ErrorCode.UNKNOWN_SEQUENCE, "relation \"%s\" does not exist".formatted(name));
      case BROKEN ->
          new ColonnadeException(
              ErrorCode.STORE_IO,
              "the outcome of a write of the sequence is unknown; open the store again: sequence="
                  + name);
    };
  }
}
