package dev.colonnade.sql.statement;

import dev.colonnade.catalog.CatalogSnapshot;
import dev.colonnade.catalog.Table;
import dev.colonnade.catalog.rule.Index;
import dev.colonnade.catalog.rule.IndexKind;
import dev.colonnade.catalog.rule.TableIndex;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.access.StatementTransaction;
import dev.colonnade.sql.parse.SqlCreateIndex;
import dev.colonnade.sql.parse.SqlDropIndex;
import dev.colonnade.sql.parse.SqlIndexStatement;
import dev.colonnade.sql.parse.SqlReindex;
import dev.colonnade.sql.parse.SqlRenameIndex;
import dev.colonnade.type.Column;
import dev.colonnade.type.KeyColumn;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlNode;
import org.jspecify.annotations.Nullable;

/** CREATE INDEX, DROP INDEX, ALTER INDEX and REINDEX. */
final class IndexStatements {
  private static final TableConditions CONDITIONS = new TableConditions();

  private IndexStatements() {}

  static PreparedStatement prepare(SqlIndexStatement statement) {
    return switch (statement) {
      case SqlCreateIndex node -> execution -> create(node, execution);
      case SqlDropIndex node -> execution -> drop(node, execution);
      case SqlRenameIndex node -> execution -> rename(node, execution);
      case SqlReindex node -> execution -> reindex(node, execution);
    };
  }

  private static Outcome create(SqlCreateIndex node, Execution execution) {
    StatementTransaction transaction = execution.transaction();
    CatalogSnapshot catalog = transaction.catalog();
    Table table = tableOf(catalog, node.content().table());
    Index.Definition definition = definitionOf(table, node.content());
    List<String> columns = new ArrayList<>();
    definition
        .columns()
        .forEach(part -> columns.add(table.schema().column(part.columnId()).name()));
    String name =
        new RuleNames(table.name(), taken -> isTaken(catalog, taken))
            .of(node.name(), columns, "idx");
    if (isTaken(catalog, name)) {
      if (node.ifNotExists()) {
        return Outcome.changed("CREATE INDEX", 0);
      }
      throw new ColonnadeException(
          ErrorCode.DUPLICATE_TABLE, "relation \"%s\" already exists".formatted(name));
    }
    transaction.define(operations -> operations.createIndex(table.id(), name, definition));
    return Outcome.changed("CREATE INDEX", 0);
  }

  private static Index.Definition definitionOf(Table table, SqlCreateIndex.Content content) {
    List<KeyColumn> columns = new ArrayList<>();
    for (SqlCreateIndex.Part part : content.parts()) {
      if (!(part.column() instanceof SqlIdentifier identifier) || !identifier.isSimple()) {
        throw new ColonnadeException(
            ErrorCode.UNSUPPORTED, "indexes of expressions are not supported");
      }
      Column column = RuleClauses.columnOf(table.schema(), identifier.getSimple());
      columns.add(
          part.descending() ? KeyColumn.descending(column.id()) : KeyColumn.ascending(column.id()));
    }
    List<Integer> included =
        RuleClauses.columnsOf(table, content.included()).stream().map(Column::id).toList();
    return new Index.Definition(
        content.unique() ? IndexKind.UNIQUE : IndexKind.PLAIN,
        columns,
        included,
        conditionOf(table, content.condition()));
  }

  private static Index.@Nullable Condition conditionOf(Table table, @Nullable SqlNode condition) {
    if (condition == null) {
      return null;
    }
    String text = RuleClauses.textOf(condition);
    CONDITIONS.check(table, text, "WHERE");
    return new Index.Condition(text, TableConditions.columnsOf(condition, table.schema()));
  }

  private static Outcome drop(SqlDropIndex node, Execution execution) {
    StatementTransaction transaction = execution.transaction();
    for (SqlIdentifier identifier : node.names()) {
      String name = TableStatements.nameOf(identifier);
      Table table = transaction.catalog().findTableOfIndex(name);
      if (table == null) {
        if (node.ifExists()) {
          continue;
        }
        throw unknown(name);
      }
      Index index = requireIndex(table, name);
      if (index.definition().kind() == IndexKind.CONSTRAINT) {
        throw new ColonnadeException(
            ErrorCode.DEPENDENT_OBJECTS,
            "cannot drop index %s because constraint %s on table %s requires it"
                .formatted(name, name, table.name()));
      }
      transaction.define(operations -> operations.dropIndex(table.id(), index.id()));
    }
    return Outcome.changed("DROP INDEX", 0);
  }

  private static Outcome rename(SqlRenameIndex node, Execution execution) {
    StatementTransaction transaction = execution.transaction();
    CatalogSnapshot catalog = transaction.catalog();
    String name = TableStatements.nameOf(node.name());
    Table table = catalog.findTableOfIndex(name);
    if (table == null) {
      if (node.ifExists()) {
        return Outcome.changed("ALTER INDEX", 0);
      }
      throw new ColonnadeException(
          ErrorCode.UNKNOWN_TABLE, "relation \"%s\" does not exist".formatted(name));
    }
    String newName = node.newName().getSimple();
    if (isTaken(catalog, newName)) {
      throw new ColonnadeException(
          ErrorCode.DUPLICATE_TABLE, "relation \"%s\" already exists".formatted(newName));
    }
    int id = requireIndex(table, name).id();
    transaction.define(
        operations ->
            operations.changeRules(table.id(), rules -> rules.withIndexName(id, newName)));
    return Outcome.changed("ALTER INDEX", 0);
  }

  /** Entries are never worse for their age: there is nothing to be made anew. */
  private static Outcome reindex(SqlReindex node, Execution execution) {
    CatalogSnapshot catalog = execution.transaction().catalog();
    switch (node.target()) {
      case INDEX -> {
        String name = TableStatements.nameOf(node.name());
        if (catalog.findTableOfIndex(name) == null) {
          throw new ColonnadeException(
              ErrorCode.UNKNOWN_TABLE, "relation \"%s\" does not exist".formatted(name));
        }
      }
      case TABLE -> tableOf(catalog, node.name());
      case OTHER -> {} // all that there is
    }
    return Outcome.changed("REINDEX", 0);
  }

  static boolean isTaken(CatalogSnapshot catalog, String name) {
    return catalog.findTable(name) != null || catalog.findTableOfIndex(name) != null;
  }

  static Table tableOf(CatalogSnapshot catalog, SqlIdentifier identifier) {
    String name = TableStatements.nameOf(identifier);
    Table table = catalog.findTable(name);
    if (table == null) {
      throw new ColonnadeException(
          ErrorCode.UNKNOWN_TABLE, "relation \"%s\" does not exist".formatted(name));
    }
    return table;
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
