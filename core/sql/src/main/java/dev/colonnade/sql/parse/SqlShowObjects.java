package dev.colonnade.sql.parse;

import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.jspecify.annotations.Nullable;

/** SHOW of things of the catalogue. */
public final class SqlShowObjects extends SqlStatement {
  /** Kind of the listed objects. */
  public enum Kind {
    TABLES,
    SEQUENCES,
    DATABASES,
    SCHEMAS,
    RANGES,
    COLUMNS,
    INDEXES,
    CREATE_TABLE
  }

  private final Kind kind;
  private final @Nullable SqlIdentifier table;

  /**
   * A SHOW.
   *
   * @param table of which something is shown; null for all
   */
  public SqlShowObjects(SqlParserPos pos, Kind kind, @Nullable SqlIdentifier table) {
    super("SHOW", pos);
    this.kind = kind;
    this.table = table;
  }

  public Kind kind() {
    return kind;
  }

  public @Nullable SqlIdentifier table() {
    return table;
  }
}
