package dev.colonnade.sql.definition.name;

import static java.util.Objects.requireNonNull;

import dev.colonnade.catalog.CatalogEdit;
import dev.colonnade.catalog.NameScope;
import dev.colonnade.catalog.NamespaceEdit;
import dev.colonnade.catalog.name.RoleEntry;
import dev.colonnade.catalog.name.SchemaEntry;
import dev.colonnade.catalog.privilege.Privilege;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.error.ErrorFields;
import dev.colonnade.sql.access.StatementTransaction;
import dev.colonnade.sql.definition.lookup.RelationLookup;
import dev.colonnade.sql.definition.lookup.RoleNames;
import dev.colonnade.sql.frontend.PlanContext;
import dev.colonnade.sql.privilege.PrivilegeChecks;
import dev.colonnade.sql.statement.Execution;
import dev.colonnade.sql.syntax.definition.RoleDefinition.RoleName;
import dev.colonnade.sql.syntax.definition.SchemaDefinition;
import java.util.function.Consumer;

/** CREATE SCHEMA. */
final class SchemaStatements {
  private final SchemaElements.Preparer elements;

  SchemaStatements(SchemaElements.Preparer elements) {
    this.elements = elements;
  }

  void create(SchemaDefinition.CreateSchema create, PlanContext context, Execution execution) {
    NameScope names = execution.transaction().names();
    int database = names.database().id();
    String name = nameOf(create, execution);
    NameScope scope = execution.transaction().names();
    PrivilegeChecks.require(scope, scope.database(), Privilege.CREATE);
    RoleName written = create.owner();
    RoleEntry owner = written == null ? null : RoleNames.require(execution.transaction(), written);
    if (owner != null && !scope.privileges().isMember(owner.id())) {
      throw new ColonnadeException(
          ErrorCode.INSUFFICIENT_PRIVILEGE,
          "must be member of role \"%s\"".formatted(owner.name()));
    }
    requireAllowed(name);
    boolean isThere =
        RelationLookup.isOfSystem(name) || names.catalog().findSchema(database, name) != null;
    if (isThere) {
      String message = "schema \"%s\" already exists".formatted(name);
      if (!create.ifNotExists()) {
        throw new ColonnadeException(ErrorCode.DUPLICATE_SCHEMA, message);
      }
      execution.notices().skipped(ErrorCode.DUPLICATE_SCHEMA, message);
      return;
    }
    SchemaEntry schema =
        execution
            .transaction()
            .catalogChanges()
            .alter(
                edit -> {
                  if (owner != null) {
                    edit.ownedBy(owner.id());
                  }
                  return new NamespaceEdit(edit).createSchema(database, name);
                });
    new SchemaElements(schema, elements).create(create.elements(), context, execution);
  }

  private static String nameOf(SchemaDefinition.CreateSchema create, Execution execution) {
    RoleName owner = create.owner();
    String ofOwner =
        owner == null ? null : RoleNames.require(execution.transaction(), owner).name();
    String name = create.name();
    return name == null ? requireNonNull(ofOwner, "a schema has no name") : name;
  }

  /** Throws RESERVED_NAME if a name is one of schemas of the system. */
  static void requireAllowed(String name) {
    if (name.startsWith("pg_")) {
      throw new ColonnadeException(
          ErrorCode.RESERVED_NAME,
          "unacceptable schema name \"%s\"".formatted(name),
          ErrorFields.NONE.withDetail("The prefix \"pg_\" is reserved for system schemas."));
    }
  }

  /** Renames a schema. */
  static void rename(
      String name, String newName, Execution execution, Consumer<CatalogEdit> texts) {
    StatementTransaction transaction = execution.transaction();
    requireNoSystem(name);
    SchemaEntry schema = transaction.names().schema(name);
    PrivilegeChecks.requireOwner(transaction.names(), schema);
    PrivilegeChecks.require(transaction.names(), transaction.names().database(), Privilege.CREATE);
    if (RelationLookup.isOfSystem(newName)
        || transaction.catalog().findSchema(schema.databaseId(), newName) != null) {
      throw new ColonnadeException(
          ErrorCode.DUPLICATE_SCHEMA, "schema \"%s\" already exists".formatted(newName));
    }
    requireAllowed(newName);
    transaction
        .catalogChanges()
        .alter(
            edit -> {
              new NamespaceEdit(edit).renameSchema(schema, newName);
              texts.accept(edit);
              return schema;
            });
  }

  private static void requireNoSystem(String name) {
    if (RelationLookup.isOfSystem(name)) {
      throw new ColonnadeException(
          ErrorCode.INSUFFICIENT_PRIVILEGE,
          "permission denied: \"%s\" is a system schema".formatted(name));
    }
  }
}
