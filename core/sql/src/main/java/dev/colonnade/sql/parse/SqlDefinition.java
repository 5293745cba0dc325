package dev.colonnade.sql.parse;

import org.apache.calcite.sql.parser.SqlParserPos;

/** A statement that defines something, changes a definition or drops one. */
public final class SqlDefinition extends SqlStatement {
  private final StatementContent definition;

  public SqlDefinition(SqlParserPos pos, StatementContent definition) {
    super(definition.tag(), pos);
    this.definition = definition;
  }

  public StatementContent definition() {
    return definition;
  }
}
