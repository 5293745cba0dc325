package dev.colonnade.sql.parse;

import java.util.List;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.parser.SqlParserPos;

/** DROP TABLE of one or more tables. */
public final class SqlDropTable extends SqlStatement {
  private final List<SqlIdentifier> names;
  private final boolean ifExists;

  public SqlDropTable(SqlParserPos pos, List<SqlIdentifier> names, boolean ifExists) {
    super("DROP TABLE", pos);
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
