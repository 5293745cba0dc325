package dev.colonnade.sql.parse;

import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.parser.SqlParserPos;

/** REINDEX. */
public final class SqlReindex extends SqlIndexStatement {
  private final Target target;
  private final SqlIdentifier name;

  public SqlReindex(SqlParserPos pos, Target target, SqlIdentifier name) {
    super("REINDEX", pos);
    this.target = target;
    this.name = name;
  }

  public Target target() {
    return target;
  }

  public SqlIdentifier name() {
    return name;
  }

  /** Kind of the named object. */
  public enum Target {
    INDEX,
    TABLE,
    /** A schema, a database or its system's tables. */
    OTHER
  }
}
