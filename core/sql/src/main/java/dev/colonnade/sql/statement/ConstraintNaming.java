package dev.colonnade.sql.statement;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import java.util.List;
import java.util.function.Predicate;
import org.apache.calcite.sql.SqlIdentifier;
import org.jspecify.annotations.Nullable;

/** Names of indexes and constraints that are given none, as PostgreSQL makes them. */
final class ConstraintNaming {
  private final String table;
  private final Predicate<String> isTaken;

  /**
   * Names for a table.
   *
   * @param isTaken whether something is called so already
   */
  ConstraintNaming(String table, Predicate<String> isTaken) {
    this.table = table;
    this.isTaken = isTaken;
  }

  /** The name given, if it is free; else one of the table, some columns and a last word. */
  String of(@Nullable SqlIdentifier given, List<String> columns, String lastWord) {
    if (given != null) {
      return given.getSimple();
    }
    StringBuilder base = new StringBuilder(table);
    columns.forEach(column -> base.append('_').append(column));
    base.append('_').append(lastWord);
    String name = base.toString();
    for (int number = 1; isTaken.test(name); number++) {
      name = base.toString() + number;
    }
    return name;
  }

  /** Variant of {@link #of} that throws if a given name is not free. */
  String ofConstraint(@Nullable SqlIdentifier given, List<String> columns, String lastWord) {
    String name = of(given, columns, lastWord);
    if (given != null && isTaken.test(name)) {
      throw new ColonnadeException(
          ErrorCode.DUPLICATE_OBJECT,
          "constraint \"%s\" for relation \"%s\" already exists".formatted(name, table));
    }
    return name;
  }

  /** Variant of {@link #of} that throws if a given name is that of a relation. */
  String ofIndex(@Nullable SqlIdentifier given, List<String> columns, String lastWord) {
    String name = of(given, columns, lastWord);
    if (given != null && isTaken.test(name)) {
      throw new ColonnadeException(
          ErrorCode.DUPLICATE_TABLE, "relation \"%s\" already exists".formatted(name));
    }
    return name;
  }
}
