package dev.colonnade.sql.parse;

import java.util.List;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.parser.SqlParserPos;

/** DROP INDEX. */
public final class SqlDropIndex extends SqlIndexStatement {
  private final List<SqlIdentifier> names;
  private final boolean ifExists;

  public SqlDropIndex(SqlParserPos pos, List<SqlIdentifier> names, boolean ifExists) {
    super("DROP INDEX", pos);
    this.names = List.copyOf(names);
    this.ifExists = ifExists;
  }

  public List<SqlIdentifier> names() {
    return names;
  }

  public boolean ifExists() {
    return ifExists;
  }
}
