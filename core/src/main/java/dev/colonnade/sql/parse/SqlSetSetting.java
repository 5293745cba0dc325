package dev.colonnade.sql.parse;

import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.jspecify.annotations.Nullable;

/** SET and RESET: without a value, the setting goes back to its default. */
public final class SqlSetSetting extends SqlStatement {
  private final String name;
  private final @Nullable SqlNode value;

  public SqlSetSetting(SqlParserPos pos, String name, @Nullable SqlNode value) {
    super("SET", pos);
    this.name = name;
    this.value = value;
  }

  public String name() {
    return name;
  }

  /** A literal, or an identifier that is meant as one. */
  public @Nullable SqlNode value() {
    return value;
  }
}
