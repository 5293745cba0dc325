package dev.colonnade.sequence.cache;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import java.util.Set;

/** The life of a cache. */
enum CachePhase {
  /** Hands out values. */
  OPEN,
  /** The database is being closed. */
  CLOSED,
  /** The sequence is gone. */
  DROPPED,
  /** A write ended in an unknown way: what was reserved before it may not be any more. */
  BROKEN;

  Set<CachePhase> successors() {
    return switch (this) {
      case OPEN -> Set.of(CLOSED, DROPPED, BROKEN);
      case CLOSED, DROPPED, BROKEN -> Set.of();
    };
  }

  /** Why nothing is handed out; a new exception for everyone. */
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
              "a write of the sequence failed in an unknown way; open the store again: sequence="
                  + name);
    };
  }
}
