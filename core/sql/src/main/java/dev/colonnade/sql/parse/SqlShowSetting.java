package dev.colonnade.sql.parse;

import org.apache.calcite.sql.parser.SqlParserPos;

/** SHOW of one setting, or of {@code all}. */
public final class SqlShowSetting extends SqlStatement {
  private final String name;

  public SqlShowSetting(SqlParserPos pos, String name) {
    super("SHOW", pos);
    this.name = name;
  }

  public String name() {
    return name;
  }
}
