package dev.colonnade.sql.ddl;

import dev.colonnade.sql.access.StatementTransaction;
import dev.colonnade.sql.ddl.table.AlterTableStatement;
import dev.colonnade.sql.parse.SqlDefinition;
import dev.colonnade.sql.parse.definition.Definition;
import dev.colonnade.sql.statement.DefinitionPreparer;
import dev.colonnade.sql.statement.Effect;
import dev.colonnade.sql.statement.Execution;
import dev.colonnade.sql.statement.PreparedStatement;
import dev.colonnade.sql.statement.StatementPreparer;
import dev.colonnade.sql.statement.StatementResult;
import java.security.SecureRandom;
import java.util.function.Consumer;

/** Preparer of all DDL statements. Thread-safe. */
public final class DdlStatements implements DefinitionPreparer {
  private final RoleStatements roles;

  /** Creates a preparer that salts passwords from {@code random}. */
  public DdlStatements(SecureRandom random) {
    this.roles = new RoleStatements(random);
  }

  @Override
  public PreparedStatement prepare(
      StatementPreparer preparer,
      String sql,
      SqlDefinition node,
      StatementTransaction transaction) {
    Definition definition = (Definition) node.definition();
    return switch (definition) {
      case Definition.CreateSchema create ->
          of(definition, execution -> SchemaStatements.create(create, execution));
      case Definition.CreateDatabase create ->
          of(definition, execution -> SchemaStatements.create(create, execution));
      case Definition.CreateRole create ->
          of(definition, execution -> roles.create(create, execution));
      case Definition.AlterRole alter -> of(definition, execution -> roles.alter(alter, execution));
      case Definition.CreateSequence create ->
          of(definition, execution -> SequenceStatements.create(create, execution));
      case Definition.AlterSequence alter ->
          of(definition, execution -> SequenceStatements.alter(alter, execution));
      case Definition.CreateEnum create ->
          of(definition, execution -> EnumTypeStatements.create(create, execution));
      case Definition.AddLabel add ->
          of(definition, execution -> EnumTypeStatements.add(add, execution));
      case Definition.RenameLabel rename ->
          of(definition, execution -> EnumTypeStatements.rename(rename, execution));
      case Definition.CreateView create ->
          throw new IllegalStateException("not prepared here: " + create.tag());
      case Definition.CreateTableAs create ->
          CreateTableAsStatement.prepare(preparer, sql, create, transaction);
      case Definition.Drop drop ->
          of(definition, execution -> DropStatements.drop(drop, execution));
      case Definition.Rename rename ->
          of(definition, execution -> RenameStatements.rename(rename, execution));
      case Definition.RenameColumn rename ->
          of(definition, execution -> RenameStatements.rename(rename, execution));
      case Definition.RenameConstraint rename ->
          of(definition, execution -> RenameStatements.rename(rename, execution));
      case Definition.SetSchema set ->
          of(definition, execution -> RenameStatements.setSchema(set, execution));
      case Definition.LeaveAsIs leave ->
          of(definition, execution -> RenameStatements.require(leave, execution));
      case Definition.AlterTable alter -> new AlterTableStatement(preparer, sql, alter);
      case Definition.Truncate truncate ->
          of(definition, execution -> DropStatements.truncate(preparer, truncate, execution));
      case Definition.Comment comment ->
          of(definition, execution -> CommentStatement.run(comment, execution));
      case Definition.Accepted accepted ->
          of(definition, execution -> addNotice(accepted, execution));
      case Definition.Privileges _ -> of(definition, _ -> {});
    };
  }

  private static void addNotice(Definition.Accepted accepted, Execution execution) {
    if (accepted.missing() != null) {
      execution.notices().skipped(accepted.missing());
    }
  }

  private static PreparedStatement of(Definition definition, Consumer<Execution> work) {
    return new PreparedStatement() {
      @Override
      public Effect effect() {
        return Effect.WRITES;
      }

      @Override
      public StatementResult run(Execution execution) {
        work.accept(execution);
        return StatementResult.changed(definition.tag(), 0);
      }
    };
  }
}
