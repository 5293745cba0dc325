package dev.colonnade.sql.parse;

import org.apache.calcite.sql.parser.SqlParserPos;

/** A statement about indexes. */
public abstract sealed class SqlIndexStatement extends SqlStatement
    permits SqlCreateIndex, SqlDropIndex, SqlRenameIndex, SqlReindex {
  SqlIndexStatement(String name, SqlParserPos pos) {
    super(name, pos);
  }
}
