package dev.colonnade.sql.registry.coerce;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.registry.cast.CastEntry;
import org.jspecify.annotations.Nullable;

/**
 * Way from one type to another.
 *
 * @param cast the cast whose function converts; null for the other kinds
 */
record CoercionPath(Kind kind, @Nullable CastEntry cast) {
  static final CoercionPath NONE = new CoercionPath(Kind.NONE, null);
  static final CoercionPath RELABEL = new CoercionPath(Kind.RELABEL, null);
  static final CoercionPath ELEMENTS = new CoercionPath(Kind.ELEMENTS, null);
  static final CoercionPath TEXT = new CoercionPath(Kind.TEXT, null);

  /** Kind of a path. */
  enum Kind {
    NONE,
    RELABEL,
    FUNCTION,
    ELEMENTS,
    TEXT
  }

  CoercionPath {
    requireNonNull(kind, "kind is null");
  }

  boolean exists() {
    return kind != Kind.NONE;
  }
}
