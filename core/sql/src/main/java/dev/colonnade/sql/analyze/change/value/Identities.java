package dev.colonnade.sql.analyze.change.value;

import dev.colonnade.catalog.relation.IdentityColumn;
import dev.colonnade.catalog.relation.Table;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.error.ErrorFields;
import dev.colonnade.type.schema.Column;
import org.jspecify.annotations.Nullable;

/** Rules of the values of identity columns. */
public final class Identities {
  private Identities() {}

  /** Returns the identity of a column; null if it has none. */
  public static @Nullable IdentityColumn find(Table table, Column column) {
    return table.descriptor().properties().identities().get(column.id());
  }

  /** Returns whether statements may not write values to a column. */
  public static boolean isAlways(Table table, Column column) {
    IdentityColumn identity = find(table, column);
    return identity != null && identity.always();
  }

  /** Returns the error of an INSERT of a value. */
  public static ColonnadeException refusedInsert(Column column) {
    return new ColonnadeException(
        ErrorCode.GENERATED_ALWAYS,
        "cannot insert a non-DEFAULT value into column \"%s\"".formatted(column.name()),
        detail(column).withHint("Use OVERRIDING SYSTEM VALUE to override."));
  }

  /** Returns the error of an UPDATE to a value. */
  public static ColonnadeException refusedUpdate(Column column) {
    return new ColonnadeException(
        ErrorCode.GENERATED_ALWAYS,
        "column \"%s\" can only be updated to DEFAULT".formatted(column.name()),
        detail(column));
  }

  private static ErrorFields detail(Column column) {
    return ErrorFields.NONE.withDetail(
        "Column \"%s\" is an identity column defined as GENERATED ALWAYS."
            .formatted(column.name()));
  }
}
