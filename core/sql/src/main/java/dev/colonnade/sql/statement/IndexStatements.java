package dev.colonnade.sql.statement;

import dev.colonnade.catalog.CatalogSnapshot;
import dev.colonnade.catalog.NameScope;
import dev.colonnade.catalog.index.Index;
import dev.colonnade.catalog.index.TableIndex;
import dev.colonnade.catalog.name.ObjectName;
import dev.colonnade.catalog.name.SchemaEntry;
import dev.colonnade.catalog.relation.Relation;
import dev.colonnade.catalog.relation.Table;
import dev.colonnade.catalog.relation.TableConstraints;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.error.ErrorFields;
import dev.colonnade.sql.access.StatementTransaction;
import dev.colonnade.sql.parse.SqlCreateIndex;
import dev.colonnade.sql.parse.SqlDropIndex;
import dev.colonnade.sql.parse.SqlIndexStatement;
import dev.colonnade.sql.parse.SqlReindex;
import dev.colonnade.sql.parse.SqlRenameIndex;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import org.apache.calcite.sql.SqlIdentifier;
import org.jspecify.annotations.Nullable;

/** DROP INDEX and ALTER INDEX. */
final class IndexStatements {
  private IndexStatements() {}

  static PreparedStatement prepare(SqlIndexStatement statement) {
    return switch (statement) {
      case SqlCreateIndex _ -> throw new IllegalStateException("CREATE INDEX is not prepared here");
      case SqlDropIndex node -> execution -> drop(node, execution);
      case SqlRenameIndex node -> execution -> rename(node, execution);
      case SqlReindex _ ->
          throw new IllegalStateException("a command that is made from the syntax tree");
    };
  }

  /** WRONG_OBJECT_TYPE if a name is that of a table, view or sequence. */
  private static void requireNoRelation(StatementTransaction transaction, SqlIdentifier name) {
    Relation relation = transaction.names().findRelation(name.names);
    if (relation != null) {
      String kind = relation.kind();
      throw new ColonnadeException(
          ErrorCode.WRONG_OBJECT_TYPE,
          "\"%s\" is not an index".formatted(relation.name()),
          ErrorFields.NONE.withHint(
              "Use DROP %s to remove a %s.".formatted(kind.toUpperCase(Locale.ROOT), kind)));
    }
  }

  private static StatementResult drop(SqlDropIndex node, Execution execution) {
    StatementTransaction transaction = execution.transaction();
    for (SqlIdentifier identifier : node.names()) {
      String name = identifier.names.getLast();
      Table table = tableOfIndex(transaction.names(), identifier);
      if (table == null) {
        if (node.ifExists()) {
          execution.notices().skipped("index \"%s\" does not exist".formatted(name));
          continue;
        }
        requireNoRelation(transaction, identifier);
        throw unknown(name);
      }
      Index index = requireIndex(table, name);
      if (index.definition().kind().isConstraint()) {
        throw new ColonnadeException(
            ErrorCode.DEPENDENT_OBJECTS,
            "cannot drop index %s because constraint %s on table %s requires it"
                .formatted(name, name, table.name()),
            ErrorFields.NONE.withHint(
                "You can drop constraint %s on table %s instead.".formatted(name, table.name())));
      }
      transaction
          .catalogChanges()
          .alter(
              edit -> {
                Table now = edit.snapshot().table(table.id());
                return edit.changeConstraints(
                    now, now.descriptor().constraints().withoutIndex(index.id()));
              });
    }
    return StatementResult.changed("DROP INDEX", 0);
  }

  private static StatementResult rename(SqlRenameIndex node, Execution execution) {
    StatementTransaction transaction = execution.transaction();
    CatalogSnapshot catalog = transaction.catalog();
    String name = node.name().names.getLast();
    Table found = tableOfIndex(transaction.names(), node.name());
    Table table = found == null ? tableOfKey(transaction.names(), node.name()) : found;
    if (table == null) {
      if (node.ifExists()) {
        execution.notices().skipped("relation \"%s\" does not exist".formatted(name));
        return StatementResult.changed("ALTER INDEX", 0);
      }
      throw new ColonnadeException(
          ErrorCode.UNKNOWN_TABLE, "relation \"%s\" does not exist".formatted(name));
    }
    String newName = node.newName().getSimple();
    if (isTaken(catalog, table.schemaId(), newName)) {
      throw new ColonnadeException(
          ErrorCode.DUPLICATE_TABLE, "relation \"%s\" already exists".formatted(newName));
    }
    // The rows are under a primary key themselves: of such an index there is only the name.
    Index index = table.descriptor().constraints().findIndex(name);
    transaction
        .catalogChanges()
        .alter(
            edit -> {
              Table now = edit.snapshot().table(table.id());
              TableConstraints rules = now.descriptor().constraints();
              return edit.changeConstraints(
                  now,
                  index == null
                      ? rules.withKeyName(newName)
                      : rules.withIndexName(index.id(), newName));
            });
    return StatementResult.changed("ALTER INDEX", 0);
  }

  static boolean isTaken(CatalogSnapshot catalog, int schemaId, String name) {
    ObjectName whole = new ObjectName(schemaId, name);
    return catalog.findRelation(whole) != null || catalog.findTableOfIndex(whole) != null;
  }

  static Table tableOf(NameScope names, SqlIdentifier identifier) {
    return names.table(identifier.names);
  }

  /** The table that has an index of this name, in the schema named or in the first of the path. */
  private static @Nullable Table tableOfIndex(NameScope names, SqlIdentifier identifier) {
    String name = identifier.names.getLast();
    return firstInPath(
        names,
        identifier,
        schema -> names.catalog().findTableOfIndex(new ObjectName(schema.id(), name)));
  }

  /** The table whose rows are under a primary key of this name. */
  private static @Nullable Table tableOfKey(NameScope names, SqlIdentifier identifier) {
    return firstInPath(
        names,
        identifier,
        schema -> {
          for (Relation relation : names.catalog().relations(schema.id())) {
            if (relation instanceof Table table
                && identifier.names.getLast().equals(table.rowKeyName())) {
              return table;
            }
          }
          return null;
        });
  }

  private static @Nullable Table firstInPath(
      NameScope names, SqlIdentifier identifier, Function<SchemaEntry, @Nullable Table> tableIn) {
    List<String> parts = identifier.names;
    List<SchemaEntry> schemas =
        parts.size() == 1 ? names.path() : List.of(names.schema(parts.get(parts.size() - 2)));
    for (SchemaEntry schema : schemas) {
      Table table = tableIn.apply(schema);
      if (table != null) {
        return table;
      }
    }
    return null;
  }

  private static Index requireIndex(Table table, String name) {
    for (TableIndex index : table.indexes()) {
      if (index.name().equals(name)) {
        return index.descriptor();
      }
    }
    throw unknown(name);
  }

  private static ColonnadeException unknown(String name) {
    return new ColonnadeException(
        ErrorCode.UNKNOWN_OBJECT, "index \"%s\" does not exist".formatted(name));
  }
}
