package dev.colonnade.sql.definition.name;

import static java.util.Objects.requireNonNull;

import dev.colonnade.catalog.CatalogEdit;
import dev.colonnade.sql.definition.privilege.RoleStatements;
import dev.colonnade.sql.definition.setting.StoredSettings;
import dev.colonnade.sql.frontend.PlanContext;
import dev.colonnade.sql.frontend.text.CommandTag;
import dev.colonnade.sql.statement.DefinitionStatement;
import dev.colonnade.sql.statement.Execution;
import dev.colonnade.sql.statement.PreparedStatement;
import dev.colonnade.sql.syntax.definition.Definition;
import dev.colonnade.sql.syntax.definition.RoleDefinition;
import dev.colonnade.sql.syntax.definition.SchemaDefinition;
import java.security.SecureRandom;
import java.util.function.BiFunction;
import java.util.function.Consumer;

/** Statements about schemas, databases and roles. Thread-safe. */
public final class NamespaceStatements {
  private final RoleStatements roles;

  /**
   * Creates the statements.
   *
   * @param random salts passwords
   */
  public NamespaceStatements(SecureRandom random) {
    this.roles = new RoleStatements(requireNonNull(random, "random is null"));
  }

  /** Returns a statement about a role. */
  public PreparedStatement prepare(RoleDefinition definition) {
    return new DefinitionStatement(
        CommandTag.of(definition), execution -> roles.run(definition, execution));
  }

  /**
   * Returns a statement about a schema or a database.
   *
   * @param elements makes the statements of the objects that CREATE SCHEMA creates
   */
  public PreparedStatement prepare(
      SchemaDefinition definition,
      PlanContext context,
      BiFunction<Definition, PlanContext, PreparedStatement> elements) {
    SchemaStatements schemas = new SchemaStatements(elements::apply);
    return new DefinitionStatement(
        CommandTag.of(definition), execution -> run(definition, schemas, context, execution));
  }

  private static void run(
      SchemaDefinition definition,
      SchemaStatements schemas,
      PlanContext context,
      Execution execution) {
    switch (definition) {
      case SchemaDefinition.CreateSchema create -> schemas.create(create, context, execution);
      case SchemaDefinition.CreateDatabase create -> DatabaseStatements.create(create, execution);
      case SchemaDefinition.AlterDatabase alter -> DatabaseStatements.alter(alter, execution);
      case SchemaDefinition.AlterDatabaseSetting alter ->
          StoredSettings.alterDatabase(alter.name(), alter.command(), execution);
      case SchemaDefinition.DropDatabase drop -> DatabaseStatements.drop(drop, execution);
    }
  }

  /** Renames a schema. */
  public static void renameSchema(
      String name, String newName, Execution execution, Consumer<CatalogEdit> texts) {
    SchemaStatements.rename(name, newName, execution, texts);
  }

  /** Renames a database. */
  public static void renameDatabase(String name, String newName, Execution execution) {
    DatabaseStatements.rename(name, newName, execution);
  }

  /** Renames a role. */
  public static void renameRole(String name, String newName, Execution execution) {
    RoleStatements.rename(name, newName, execution);
  }
}
