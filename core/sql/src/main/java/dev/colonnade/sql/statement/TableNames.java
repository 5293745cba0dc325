package dev.colonnade.sql.statement;

import dev.colonnade.catalog.relation.Table;
import dev.colonnade.sql.access.StatementReads;
import dev.colonnade.sql.error.SqlErrors;
import org.apache.calcite.sql.SqlIdentifier;

/** Finds tables by the names that statements have for them. */
final class TableNames {
  private TableNames() {}

  /** The table that a statement changes; UNKNOWN_TABLE at its place if there is none. */
  static Table require(StatementReads transaction, SqlIdentifier name) {
    return SqlErrors.about(name.getParserPosition(), () -> transaction.names().table(name.names));
  }
}
