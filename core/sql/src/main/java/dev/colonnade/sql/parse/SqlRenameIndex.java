package dev.colonnade.sql.parse;

import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.parser.SqlParserPos;

/** ALTER INDEX ... RENAME. */
public final class SqlRenameIndex extends SqlIndexStatement {
  private final SqlIdentifier name;
  private final SqlIdentifier newName;
  private final boolean ifExists;

  public SqlRenameIndex(
      SqlParserPos pos, SqlIdentifier name, SqlIdentifier newName, boolean ifExists) {
    super("ALTER INDEX", pos);
    this.name = name;
    this.newName = newName;
    this.ifExists = ifExists;
  }

  public SqlIdentifier name() {
    return name;
  }

  public SqlIdentifier newName() {
    return newName;
  }

  public boolean ifExists() {
    return ifExists;
  }
}
