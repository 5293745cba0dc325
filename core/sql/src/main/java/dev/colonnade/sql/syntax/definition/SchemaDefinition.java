package dev.colonnade.sql.syntax.definition;

import dev.colonnade.sql.syntax.Option;
import dev.colonnade.sql.syntax.Statement;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Statement about a schema or a database. */
public sealed interface SchemaDefinition extends Definition {
  /** {@code CREATE SCHEMA} with the statements in it; the name is null for that of the owner. */
  record CreateSchema(
      @Nullable String name,
      RoleDefinition.@Nullable RoleName owner,
      boolean ifNotExists,
      List<Statement> elements,
      int position)
      implements SchemaDefinition {}

  /** {@code CREATE DATABASE}. */
  record CreateDatabase(String name, List<Option> options, int position)
      implements SchemaDefinition {}

  /** {@code ALTER DATABASE} with options. */
  record AlterDatabase(String name, List<Option> options, int position)
      implements SchemaDefinition {}

  /** {@code ALTER DATABASE SET}, {@code ALTER DATABASE RESET}: the command as it is written. */
  record AlterDatabaseSetting(String name, String command, int position)
      implements SchemaDefinition {}

  /** {@code DROP DATABASE}. */
  record DropDatabase(String name, boolean ifExists, boolean force, int position)
      implements SchemaDefinition {}
}
