package dev.colonnade.type.schema;

import static java.util.Objects.requireNonNull;

import dev.colonnade.type.ColumnType;
import dev.colonnade.type.DomainType;
import org.jspecify.annotations.Nullable;

/**
 * Type that a definition names for a column.
 *
 * @param stored type of the values
 * @param domain the domain of the values, or of their elements; null if there is none
 */
public record DeclaredType(ColumnType stored, DomainType.@Nullable Use domain) {
  public DeclaredType {
    requireNonNull(stored, "stored is null");
  }

  /** Returns a type without a domain. */
  public static DeclaredType of(ColumnType stored) {
    return new DeclaredType(stored, null);
  }
}
