package dev.colonnade.sql.ddl;

import dev.colonnade.catalog.NameScope;
import dev.colonnade.catalog.NamespaceEdit;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.access.StatementTransaction;
import dev.colonnade.sql.parse.definition.Definition;
import dev.colonnade.sql.statement.Execution;

/** CREATE SCHEMA and CREATE DATABASE. */
final class SchemaStatements {
  private SchemaStatements() {}

  static void create(Definition.CreateSchema create, Execution execution) {
    NameScope names = execution.transaction().names();
    int database = names.database().id();
    boolean isThere = names.catalog().findSchema(database, create.name()) != null;
    if (isThere && create.ifNotExists()) {
      execution
          .notices()
          .skipped(
              ErrorCode.DUPLICATE_SCHEMA, "schema \"%s\" already exists".formatted(create.name()));
    } else {
      execution
          .transaction()
          .catalogChanges()
          .alter(edit -> new NamespaceEdit(edit).createSchema(database, create.name()));
    }
  }

  static void create(Definition.CreateDatabase create, Execution execution) {
    requireNoBlock(execution.transaction(), create.tag());
    execution
        .transaction()
        .catalogChanges()
        .alter(edit -> new NamespaceEdit(edit).createDatabase(create.name()));
  }

  static void requireNoBlock(StatementTransaction transaction, String tag) {
    if (transaction.isInBlock()) {
      throw new ColonnadeException(
          ErrorCode.ACTIVE_TRANSACTION, tag + " cannot run inside a transaction block");
    }
  }
}
