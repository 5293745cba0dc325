package dev.colonnade.sql.ddl;

import dev.colonnade.catalog.CatalogSnapshot;
import dev.colonnade.catalog.NameScope;
import dev.colonnade.catalog.NamespaceEdit;
import dev.colonnade.catalog.ObjectDrop;
import dev.colonnade.catalog.name.DatabaseEntry;
import dev.colonnade.catalog.name.RoleEntry;
import dev.colonnade.catalog.name.SchemaEntry;
import dev.colonnade.catalog.relation.Relation;
import dev.colonnade.catalog.relation.SequenceEntry;
import dev.colonnade.catalog.relation.Table;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.error.ErrorFields;
import dev.colonnade.sequence.definition.SequenceChange;
import dev.colonnade.sql.access.StatementTransaction;
import dev.colonnade.sql.ddl.table.RelationTargets;
import dev.colonnade.sql.ddl.table.TableAlteration;
import dev.colonnade.sql.parse.definition.Definition;
import dev.colonnade.sql.parse.definition.ObjectKind;
import dev.colonnade.sql.statement.Execution;
import dev.colonnade.sql.statement.StatementPreparer;
import dev.colonnade.type.EnumType;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.apache.calcite.sql.SqlIdentifier;
import org.jspecify.annotations.Nullable;

/** DROP of all kinds of objects, and TRUNCATE. */
final class DropStatements {
  private DropStatements() {}

  public static void drop(Definition.Drop drop, Execution execution) {
    switch (drop.kind()) {
      case TABLE, VIEW, SEQUENCE -> dropRelations(drop, execution);
      case TYPE -> dropTypes(drop, execution);
      case SCHEMA -> dropSchemas(drop, execution);
      case DATABASE -> dropDatabase(drop, execution);
      case ROLE -> dropRoles(drop, execution);
      case INDEX, COLUMN, CONSTRAINT ->
          throw new IllegalStateException("not dropped here: " + drop.kind());
    }
  }

  private static void dropRelations(Definition.Drop drop, Execution execution) {
    StatementTransaction transaction = execution.transaction();
    transaction
        .catalogChanges()
        .alter(
            edit -> {
              NameScope names = transaction.names().in(edit.snapshot());
              List<Relation> relations = new ArrayList<>();
              for (SqlIdentifier name : drop.names()) {
                Relation relation = names.findRelation(name.names);
                if (relation != null) {
                  requireDropped(relation, drop.kind());
                  relations.add(relation);
                } else if (!drop.ifExists()) {
                  throw unknown(drop.kind(), name);
                } else {
                  execution.notices().skipped(missing(drop.kind(), name, names));
                }
              }
              new ObjectDrop(edit, drop.cascade()).dropRelations(relations);
              return relations;
            });
  }

  /** Returns the message for a missing object: its schema does not exist, or the object in it. */
  private static String missing(ObjectKind kind, SqlIdentifier name, NameScope names) {
    String schema = name.isSimple() ? null : name.names.get(name.names.size() - 2);
    boolean hasSchema =
        schema == null
            || schema.equals(SchemaEntry.TEMPORARY_ALIAS)
            || names.catalog().findSchema(names.database().id(), schema) != null;
    return hasSchema
        ? "%s \"%s\" does not exist".formatted(kind.text(), name.names.getLast())
        : "schema \"%s\" does not exist".formatted(schema);
  }

  /**
   * Variant of {@link RelationTargets#requireKind} whose error hints at the DROP of the relation's
   * kind.
   */
  private static void requireDropped(Relation relation, ObjectKind wanted) {
    try {
      RelationTargets.requireKind(relation, wanted);
    } catch (ColonnadeException e) {
      throw e.with(ErrorFields.NONE.withHint(otherDrop(relation)));
    }
  }

  private static String otherDrop(Relation relation) {
    String kind = relation.kind();
    return "Use DROP %s to remove a %s.".formatted(kind.toUpperCase(Locale.ROOT), kind);
  }

  static ColonnadeException unknown(ObjectKind kind, SqlIdentifier name) {
    return new ColonnadeException(
        kind == ObjectKind.TYPE ? ErrorCode.UNKNOWN_OBJECT : ErrorCode.UNKNOWN_TABLE,
        "%s \"%s\" does not exist".formatted(kind.text(), String.join(".", name.names)));
  }

  private static void dropTypes(Definition.Drop drop, Execution execution) {
    StatementTransaction transaction = execution.transaction();
    transaction
        .catalogChanges()
        .alter(
            edit -> {
              NameScope names = transaction.names().in(edit.snapshot());
              List<EnumType> types = new ArrayList<>();
              for (SqlIdentifier name : drop.names()) {
                EnumType type = names.findEnum(name.names);
                if (type != null) {
                  types.add(type);
                } else if (!drop.ifExists()) {
                  throw unknown(ObjectKind.TYPE, name);
                } else {
                  execution.notices().skipped(missing(ObjectKind.TYPE, name, names));
                }
              }
              new ObjectDrop(edit, drop.cascade()).dropEnums(types);
              return types;
            });
  }

  private static void dropSchemas(Definition.Drop drop, Execution execution) {
    StatementTransaction transaction = execution.transaction();
    transaction
        .catalogChanges()
        .alter(
            edit -> {
              NameScope names = transaction.names().in(edit.snapshot());
              List<SchemaEntry> schemas = new ArrayList<>();
              for (SqlIdentifier name : drop.names()) {
                SchemaEntry schema =
                    edit.snapshot().findSchema(names.database().id(), name.getSimple());
                if (schema != null) {
                  schemas.add(schema);
                } else if (!drop.ifExists()) {
                  throw new ColonnadeException(
                      ErrorCode.UNKNOWN_SCHEMA,
                      "schema \"%s\" does not exist".formatted(name.getSimple()));
                } else {
                  execution
                      .notices()
                      .skipped("schema \"%s\" does not exist".formatted(name.getSimple()));
                }
              }
              new ObjectDrop(edit, drop.cascade()).dropSchemas(schemas);
              return schemas;
            });
  }

  private static void dropDatabase(Definition.Drop drop, Execution execution) {
    StatementTransaction transaction = execution.transaction();
    SchemaStatements.requireNoBlock(transaction, drop.tag());
    DatabaseEntry database = database(drop, transaction.catalog());
    if (database == null) {
      execution
          .notices()
          .skipped("database \"%s\" does not exist".formatted(drop.names().getFirst()));
      return;
    }
    if (database.equals(transaction.names().database())) {
      throw new ColonnadeException(
          ErrorCode.OBJECT_IN_USE, "cannot drop the currently open database");
    }
    if (transaction.session().sessionCount(database.id()) > 0) {
      throw new ColonnadeException(
          ErrorCode.OBJECT_IN_USE,
          "database \"%s\" is being accessed by other users".formatted(database.name()));
    }
    transaction
        .catalogChanges()
        .alter(
            edit -> {
              new NamespaceEdit(edit).dropDatabase(database);
              return database;
            });
  }

  private static @Nullable DatabaseEntry database(Definition.Drop drop, CatalogSnapshot catalog) {
    String name = drop.names().getFirst().getSimple();
    boolean isThere =
        catalog.databases().stream().anyMatch(database -> database.name().equals(name));
    return isThere || !drop.ifExists() ? catalog.database(name) : null;
  }

  private static void dropRoles(Definition.Drop drop, Execution execution) {
    StatementTransaction transaction = execution.transaction();
    transaction
        .catalogChanges()
        .alter(
            edit -> {
              for (SqlIdentifier name : drop.names()) {
                RoleEntry role = edit.snapshot().findRole(name.getSimple());
                if (role == null && drop.ifExists()) {
                  execution
                      .notices()
                      .skipped("role \"%s\" does not exist".formatted(name.getSimple()));
                  continue;
                }
                RoleEntry known = RoleStatements.require(edit.snapshot(), name.getSimple());
                if (known.name().equals(transaction.session().user())) {
                  throw new ColonnadeException(
                      ErrorCode.OBJECT_IN_USE, "current user cannot be dropped");
                }
                new NamespaceEdit(edit).dropRole(known);
              }
              return drop;
            });
  }

  static void truncate(
      StatementPreparer preparer, Definition.Truncate truncate, Execution execution) {
    StatementTransaction transaction = execution.transaction();
    NameScope names = transaction.names();
    Set<Table> tables = new LinkedHashSet<>();
    truncate.names().forEach(name -> tables.add(names.table(name.names)));
    addReferring(execution, tables, truncate.cascade());
    if (!transaction.catalogChanges().truncate(List.copyOf(tables))) {
      for (Table table : tables) {
        preparer
            .prepare(
                "DELETE FROM "
                    + new TableAlteration(preparer, "", execution, table.id()).wholeName(),
                transaction)
            .run(execution)
            .close();
      }
    }
    if (truncate.restartIdentity()) {
      for (Relation relation : names.catalog().relations()) {
        if (relation instanceof SequenceEntry sequence
            && tables.stream().anyMatch(table -> isRestarted(table, sequence))) {
          transaction
              .catalogChanges()
              .alterSequence(sequence.sequenceId(), SequenceChange.restartAtStart());
        }
      }
    }
  }

  /**
   * Returns whether TRUNCATE ... RESTART IDENTITY restarts a sequence of the table. The sequence of
   * a hidden key continues: concurrent transactions may be allocating from it.
   */
  private static boolean isRestarted(Table table, SequenceEntry sequence) {
    boolean isHidden =
        table.schema().hasHiddenKey()
            && sequence.isOwnedBy(table.id(), table.schema().keyColumns().getFirst().id());
    return sequence.isOwnedBy(table.id()) && !isHidden;
  }

  private static void addReferring(Execution execution, Set<Table> tables, boolean cascade) {
    CatalogSnapshot catalog = execution.transaction().catalog();
    List<Table> open = new ArrayList<>(tables);
    while (!open.isEmpty()) {
      Table table = open.removeLast();
      for (CatalogSnapshot.Reference reference : catalog.referencesTo(table.id())) {
        boolean isNew = tables.stream().noneMatch(known -> known.id() == reference.table().id());
        if (isNew && !cascade) {
          throw new ColonnadeException(
              ErrorCode.UNSUPPORTED,
              "cannot truncate a table referenced in a foreign key constraint",
              ErrorFields.NONE
                  .withDetail(
                      "Table \"%s\" references \"%s\"."
                          .formatted(reference.table().name(), table.name()))
                  .withHint(
                      "Truncate table \"%s\" at the same time, or use TRUNCATE ... CASCADE."
                          .formatted(reference.table().name())));
        }
        if (isNew) {
          execution
              .notices()
              .say("truncate cascades to table \"%s\"".formatted(reference.table().name()));
          tables.add(reference.table());
          open.add(reference.table());
        }
      }
    }
  }
}
