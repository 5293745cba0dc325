package dev.colonnade.sql.definition;

import dev.colonnade.sql.access.StatementTransaction;
import dev.colonnade.sql.parse.SqlDefinition;
import dev.colonnade.sql.parse.definition.Definition;
import dev.colonnade.sql.statement.DefinitionPreparer;
import dev.colonnade.sql.statement.Effect;
import dev.colonnade.sql.statement.Execution;
import dev.colonnade.sql.statement.Outcome;
import dev.colonnade.sql.statement.PreparedStatement;
import dev.colonnade.sql.statement.StatementPreparer;
import java.security.SecureRandom;
import java.util.function.Consumer;

/** Preparer of all DDL statements. Thread-safe. */
public final class Definitions implements DefinitionPreparer {
  private final RoleDefinitions roles;

  /** Creates a preparer that salts passwords from {@code random}. */
  public Definitions(SecureRandom random) {
    this.roles = new RoleDefinitions(random);
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
          of(definition, execution -> SchemaDefinitions.create(create, execution));
      case Definition.CreateDatabase create ->
          of(definition, execution -> SchemaDefinitions.create(create, execution));
      case Definition.CreateRole create ->
          of(definition, execution -> roles.create(create, execution));
      case Definition.AlterRole alter -> of(definition, execution -> roles.alter(alter, execution));
      case Definition.CreateSequence create ->
          of(definition, execution -> SequenceDefinitions.create(create, execution));
      case Definition.AlterSequence alter ->
          of(definition, execution -> SequenceDefinitions.alter(alter, execution));
      case Definition.CreateEnum create ->
          of(definition, execution -> TypeDefinitions.create(create, execution));
      case Definition.AddLabel add ->
          of(definition, execution -> TypeDefinitions.add(add, execution));
      case Definition.RenameLabel rename ->
          of(definition, execution -> TypeDefinitions.rename(rename, execution));
      case Definition.CreateView create ->
          new ViewDefinition(
              create,
              preparer.view(ViewDefinition.queryEnd(sql, create), create.query(), transaction));
      case Definition.CreateTableAs create ->
          TableOfQuery.prepare(preparer, sql, create, transaction);
      case Definition.Drop drop ->
          of(definition, execution -> DropDefinitions.drop(drop, execution));
      case Definition.Rename rename ->
          of(definition, execution -> NameDefinitions.rename(rename, execution));
      case Definition.RenameColumn rename ->
          of(definition, execution -> NameDefinitions.rename(rename, execution));
      case Definition.RenameConstraint rename ->
          of(definition, execution -> NameDefinitions.rename(rename, execution));
      case Definition.SetSchema set ->
          of(definition, execution -> NameDefinitions.setSchema(set, execution));
      case Definition.LeaveAsIs leave ->
          of(definition, execution -> NameDefinitions.require(leave, execution));
      case Definition.AlterTable alter -> new TableDefinition(preparer, sql, alter);
      case Definition.Truncate truncate ->
          of(definition, execution -> DropDefinitions.truncate(preparer, truncate, execution));
      case Definition.Comment comment ->
          of(definition, execution -> CommentDefinition.run(comment, execution));
      case Definition.Accepted accepted -> of(definition, execution -> addNotice(accepted, execution));
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
      public Outcome run(Execution execution) {
        work.accept(execution);
        return Outcome.changed(definition.tag(), 0);
      }
    };
  }
}
