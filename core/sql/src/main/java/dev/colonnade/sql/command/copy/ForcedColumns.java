package dev.colonnade.sql.command.copy;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.copy.CopyOptions;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Check of the columns in options such as FORCE_QUOTE.
 *
 * @param table name of the table; null for a query
 * @param copied names of the copied columns
 * @param all names of all columns of the table
 */
record ForcedColumns(@Nullable String table, List<String> copied, Set<String> all) {
  /** Throws UNKNOWN_COLUMN or INVALID_COLUMN_REFERENCE if a column is not copied. */
  void require(String option, Set<String> columns) {
    for (String column : columns) {
      if (column.equals(CopyOptions.Quoting.EVERY) || copied.contains(column)) {
        continue;
      }
      if (all.contains(column)) {
        throw new ColonnadeException(
            ErrorCode.INVALID_COLUMN_REFERENCE,
            "%s column \"%s\" not referenced by COPY".formatted(option, column));
      }
      throw table == null
          ? new ColonnadeException(
              ErrorCode.UNKNOWN_COLUMN, "column \"%s\" does not exist".formatted(column))
          : CopiedColumns.unknown(column, table);
    }
  }
}
