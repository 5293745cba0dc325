package dev.colonnade.sql.parse;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.copy.CopyOptions;
import java.util.Locale;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.jspecify.annotations.Nullable;

/** COPY, from a client or to one. */
public final class SqlCopy extends SqlStatement {
  private final Target target;
  private final @Nullable SqlNode query;
  private final CopyOptions options;

  public SqlCopy(SqlParserPos pos, Target target, @Nullable SqlNode query, CopyOptions options) {
    super("COPY", pos);
    this.target = target;
    this.query = query;
    this.options = options;
  }

  /** The table and its columns, unless it is a query. */
  public Target target() {
    return target;
  }

  /** The query whose rows are copied out; null for a table. */
  public @Nullable SqlNode query() {
    return query;
  }

  public CopyOptions options() {
    return options;
  }

  /** Refuses files and programs: only the client's own streams are copied from and to. */
  public static void requirePlace(String word, boolean isFrom) {
    String expected = isFrom ? "stdin" : "stdout";
    String other = isFrom ? "stdout" : "stdin";
    if (word.equalsIgnoreCase(expected) || word.equalsIgnoreCase(other)) {
      return;
    }
    throw new ColonnadeException(
        ErrorCode.UNSUPPORTED,
        "COPY %s a file or a program is not supported; use %s"
            .formatted(isFrom ? "from" : "to", expected.toUpperCase(Locale.ROOT)));
  }

  /** A table; null for a query. Without a list all columns are meant. */
  public record Target(@Nullable SqlIdentifier table, @Nullable SqlNodeList columns) {}
}
