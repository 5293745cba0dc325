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
 * @param modifier limit of the values that the stored type does not state, such as the digits of
 *     {@code timestamp(3)}, in the encoding of {@code pg_attribute.atttypmod}; {@link #NONE} for
 *     none
 */
public record DeclaredType(ColumnType stored, DomainType.@Nullable Use domain, int modifier) {
  /** Absence of a modifier. */
  public static final int NONE = -1;

  public DeclaredType(ColumnType stored, DomainType.@Nullable Use domain, int modifier) {
    this.stored = requireNonNull(stored, "stored is null");
    this.domain = domain;
    this.modifier = modifier;
  }

  /** Returns whether the type is a domain, or one of arrays of a domain. */
  public boolean isOfDomain() {
    return domain != null && domain.isDomain();
  }

  /** Returns a type without a domain and a modifier. */
  public static DeclaredType of(ColumnType stored) {
    return new DeclaredType(stored, null, NONE);
  }
}
