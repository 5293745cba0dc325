package dev.colonnade.sql.definition.object.drop;

import static java.util.Objects.requireNonNull;

import dev.colonnade.catalog.NameScope;
import dev.colonnade.catalog.name.SchemaEntry;
import dev.colonnade.catalog.privilege.RowSecurity;
import dev.colonnade.catalog.relation.Relation;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.error.ErrorFields;
import dev.colonnade.sql.analyze.bind.StatementAnalysis;
import dev.colonnade.sql.definition.lookup.ObjectState;
import dev.colonnade.sql.definition.lookup.RelationLookup;
import dev.colonnade.sql.definition.lookup.SystemObjects;
import dev.colonnade.sql.definition.lookup.TypeLookup;
import dev.colonnade.sql.privilege.PrivilegeChecks;
import dev.colonnade.sql.statement.Execution;
import dev.colonnade.sql.statement.Notices;
import dev.colonnade.sql.syntax.definition.ObjectDefinition;
import dev.colonnade.sql.syntax.definition.ObjectDefinition.ObjectName;
import dev.colonnade.sql.syntax.definition.ObjectKind;
import dev.colonnade.type.DomainType;
import dev.colonnade.type.UserType;
import java.util.ArrayList;
import java.util.List;

/**
 * DROP.
 *
 * @param drop names the objects
 * @param analysis resolves types and routines
 */
public record DropStatement(ObjectDefinition.Drop drop, StatementAnalysis analysis) {
  public DropStatement {
    requireNonNull(drop, "drop is null");
    requireNonNull(analysis, "analysis is null");
  }

  public void run(Execution execution) {
    switch (drop.objects().getFirst().kind()) {
      case TABLE, VIEW, SEQUENCE, MATERIALIZED_VIEW, FOREIGN_TABLE ->
          new RelationDrop(drop, analysis).run(execution);
      case INDEX -> new IndexDrop(drop).run(execution);
      case TYPE, DOMAIN -> dropTypes(execution);
      case SCHEMA -> dropSchemas(execution);
      default -> dropOthers(execution);
    }
  }

  private void dropTypes(Execution execution) {
    List<UserType> types = new ArrayList<>();
    TypeLookup lookup = new TypeLookup(analysis);
    for (ObjectName object : drop.objects()) {
      try {
        UserType type = requireDroppable(lookup.require(object.name()), object);
        PrivilegeChecks.requireDrop(execution.transaction().names(), type);
        types.add(type);
      } catch (ColonnadeException e) {
        skip(e, execution.notices());
      }
    }
    CascadingDrop.run(execution, drop.behavior(), analysis, removal -> removal.dropTypes(types));
  }

  /** Adds a notice if an object does not exist, and IF EXISTS is written; throws otherwise. */
  private void skip(ColonnadeException e, Notices notices) {
    boolean isMissing =
        e.code() == ErrorCode.UNKNOWN_OBJECT || e.code() == ErrorCode.UNKNOWN_SCHEMA;
    if (!drop.ifExists() || !isMissing) {
      throw e;
    }
    notices.skipped(String.valueOf(e.getMessage()));
  }

  private static UserType requireDroppable(TypeLookup.Target target, ObjectName object) {
    boolean isDomain =
        target instanceof TypeLookup.OfUser user && user.type() instanceof DomainType;
    if (object.kind() == ObjectKind.DOMAIN && !isDomain) {
      throw new ColonnadeException(
          ErrorCode.WRONG_OBJECT_TYPE, "\"%s\" is not a domain".formatted(object.name().dotted()));
    }
    return switch (target) {
      case TypeLookup.OfUser(UserType type, _) -> type;
      case TypeLookup.OfRows rows -> {
        String relation = rows.relation().kind() + " " + rows.text();
        throw new ColonnadeException(
            ErrorCode.DEPENDENT_OBJECTS,
            "cannot drop type %s because %s requires it".formatted(rows.text(), relation),
            ErrorFields.NONE.withHint("You can drop %s instead.".formatted(relation)));
      }
      case TypeLookup.OfSystem type -> throw ofSystem("type " + type.text());
    };
  }

  private void dropSchemas(Execution execution) {
    NameScope names = execution.transaction().names();
    List<SchemaEntry> schemas = new ArrayList<>();
    for (ObjectName object : drop.objects()) {
      String name = object.name().last();
      if (RelationLookup.isOfSystem(name)) {
        throw ofSystem("schema " + name);
      }
      SchemaEntry schema = names.catalog().findSchema(names.database().id(), name);
      if (schema != null) {
        PrivilegeChecks.requireOwner(names, schema);
        schemas.add(schema);
      } else {
        skip(RelationLookup.unknownSchema(name), execution.notices());
      }
    }
    CascadingDrop.run(
        execution, drop.behavior(), analysis, removal -> removal.dropSchemas(schemas));
  }

  private void dropOthers(Execution execution) {
    if (drop.objects().getFirst().kind() == ObjectKind.TABLESPACE
        && execution.transaction().isInBlock()) {
      throw new ColonnadeException(
          ErrorCode.ACTIVE_TRANSACTION, "DROP TABLESPACE cannot run inside a transaction block");
    }
    SystemObjects objects = new SystemObjects(analysis);
    for (ObjectName object : drop.objects()) {
      switch (objects.find(object)) {
        case ObjectState.Present _ when object.kind() == ObjectKind.POLICY ->
            dropPolicy(object, execution);
        case ObjectState.Present(String text) -> throw ofSystem(object, text);
        case ObjectState.Missing(ColonnadeException error, String notice) -> {
          if (!drop.ifExists()) {
            throw error;
          }
          execution.notices().skipped(notice);
        }
      }
    }
  }

  private static void dropPolicy(ObjectName object, Execution execution) {
    NameScope names = execution.transaction().names();
    Relation table = RelationLookup.require(names, requireNonNull(object.table(), "table is null"));
    PrivilegeChecks.requireOwner(names, table);
    execution
        .transaction()
        .catalogChanges()
        .alter(
            edit -> {
              RowSecurity security = edit.snapshot().rowSecurity(table.id());
              edit.changeRowSecurity(table.id(), security.without(object.name().last()));
              return table;
            });
  }

  private static ColonnadeException ofSystem(ObjectName object, String text) {
    return object.kind() == ObjectKind.TABLESPACE
        ? new ColonnadeException(ErrorCode.INSUFFICIENT_PRIVILEGE, "permission denied for " + text)
        : ofSystem(text);
  }

  private static ColonnadeException ofSystem(String text) {
    return new ColonnadeException(
        ErrorCode.DEPENDENT_OBJECTS,
        "cannot drop %s because it is required by the database system".formatted(text));
  }
}
