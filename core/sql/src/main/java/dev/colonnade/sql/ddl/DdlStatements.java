package dev.colonnade.sql.ddl;

import dev.colonnade.sql.access.StatementTransaction;
import dev.colonnade.sql.ddl.table.AlterTableStatement;
import dev.colonnade.sql.ddl.table.RelationTargets;
import dev.colonnade.sql.parse.SqlDefinition;
import dev.colonnade.sql.parse.definition.Definition;
import dev.colonnade.sql.statement.DefinitionPreparer;
import dev.colonnade.sql.statement.DefinitionStatement;
import dev.colonnade.sql.statement.Execution;
import dev.colonnade.sql.statement.PreparedStatement;
import dev.colonnade.sql.statement.StatementPreparer;

/** Preparer of ALTER TABLE, CREATE VIEW and CREATE TABLE AS. Thread-safe. */
public final class DdlStatements implements DefinitionPreparer {
  @Override
  public PreparedStatement prepare(
      StatementPreparer preparer,
      String sql,
      SqlDefinition node,
      StatementTransaction transaction) {
    Definition definition = (Definition) node.definition();
    return switch (definition) {
      case Definition.CreateView create ->
          throw new IllegalStateException("not prepared here: " + create.tag());
      case Definition.CreateTableAs create ->
          CreateTableAsStatement.prepare(preparer, sql, create, transaction);
      case Definition.AlterTable alter -> new AlterTableStatement(preparer, sql, alter);
      case Definition.LeaveAsIs leave ->
          new DefinitionStatement(leave.tag(), execution -> require(leave, execution));
      case Definition.Accepted accepted -> new DefinitionStatement(accepted.tag(), _ -> {});
      default -> throw new IllegalStateException("ported: " + definition.getClass());
    };
  }

  /** Throws if the object does not exist; changes nothing. */
  private static void require(Definition.LeaveAsIs leave, Execution execution) {
    switch (leave.target().kind()) {
      case TABLE, VIEW, SEQUENCE -> RelationTargets.relation(leave.target(), execution);
      default -> {} // accepted only for objects with an owner
    }
  }
}
