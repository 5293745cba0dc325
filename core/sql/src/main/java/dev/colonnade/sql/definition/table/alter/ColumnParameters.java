package dev.colonnade.sql.definition.table.alter;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.syntax.Option;
import dev.colonnade.sql.syntax.definition.TableAction.ColumnAction;
import java.util.Locale;
import java.util.Set;

/**
 * ALTER TABLE ... ALTER COLUMN ... SET STATISTICS, STORAGE, COMPRESSION and (...): parameters of
 * PostgreSQL that have no effect.
 */
final class ColumnParameters {
  private static final Set<String> OPTIONS = Set.of("n_distinct", "n_distinct_inherited");
  private static final Set<String> STORAGE = Set.of("plain", "external", "extended", "main");

  private ColumnParameters() {}

  /** Throws an error if PostgreSQL has no such parameter. */
  static void require(TableAlteration change, String column, ColumnAction.SetParameter set) {
    boolean isNumber = column.chars().allMatch(Character::isDigit);
    if (set.name().equals("STATISTICS") && isNumber) {
      return;
    }
    var _ = change.column(column);
    if (set.name().equals("STORAGE") && !STORAGE.contains(set.value().toLowerCase(Locale.ROOT))) {
      throw new ColonnadeException(
          ErrorCode.INVALID_ARGUMENT, "invalid storage type \"%s\"".formatted(set.value()));
    }
  }

  /** Variant of {@link #require} for SET and RESET of options. */
  static void require(TableAlteration change, String column, ColumnAction.SetOptions set) {
    var _ = change.column(column);
    for (Option option : set.options()) {
      if (!OPTIONS.contains(option.name())) {
        throw new ColonnadeException(
            ErrorCode.INVALID_ARGUMENT, "unrecognized parameter \"%s\"".formatted(option.name()));
      }
    }
  }
}
