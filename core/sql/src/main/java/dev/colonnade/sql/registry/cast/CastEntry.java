package dev.colonnade.sql.registry.cast;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.registry.type.Type;

/**
 * Cast between two types. A cast of a type to itself fits a value to a modifier.
 *
 * @param functionOid of the function; 0 if the method is another
 */
public record CastEntry(
    Type source, Type target, CastContext context, CastMethod method, int functionOid) {
  public CastEntry {
    requireNonNull(source, "source is null");
    requireNonNull(target, "target is null");
    requireNonNull(context, "context is null");
    requireNonNull(method, "method is null");
  }

  /** Returns whether this database has values of both types. */
  public boolean isSupported() {
    return source.kind() != null && target.kind() != null;
  }
}
