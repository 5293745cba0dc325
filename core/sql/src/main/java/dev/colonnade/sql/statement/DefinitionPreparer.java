package dev.colonnade.sql.statement;

import dev.colonnade.sql.access.StatementTransaction;
import dev.colonnade.sql.parse.SqlDefinition;

/** Makes statements ready that define things. */
@FunctionalInterface
public interface DefinitionPreparer {
  /** The statement, for the catalogue of a transaction. */
  PreparedStatement prepare(
      StatementPreparer preparer, String sql, SqlDefinition node, StatementTransaction transaction);
}
