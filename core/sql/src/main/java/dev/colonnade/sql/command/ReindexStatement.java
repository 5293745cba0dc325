package dev.colonnade.sql.command;

import dev.colonnade.catalog.NameScope;
import dev.colonnade.catalog.relation.Table;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.command.relation.TargetRelation;
import dev.colonnade.sql.privilege.PrivilegeChecks;
import dev.colonnade.sql.statement.Execution;
import dev.colonnade.sql.statement.PreparedStatement;
import dev.colonnade.sql.statement.StatementResult;
import dev.colonnade.sql.syntax.QualifiedName;
import dev.colonnade.sql.syntax.command.MaintenanceCommand;
import org.jspecify.annotations.Nullable;

/** REINDEX, which checks its names: index entries never degrade, so nothing has to be rebuilt. */
final class ReindexStatement implements PreparedStatement {
  private final MaintenanceCommand.Reindex node;
  private final boolean isConcurrent;

  /** Table without an index, for a notice; null for all others. */
  private final @Nullable String tableWithoutIndex;

  ReindexStatement(MaintenanceCommand.Reindex node, NameScope names) {
    this.node = node;
    this.isConcurrent =
        CommandOptions.ofReindex(node.options()).isOn("concurrently") || node.concurrently();
    this.tableWithoutIndex = tableWithoutIndex(names);
  }

  private @Nullable String tableWithoutIndex(NameScope names) {
    QualifiedName name = node.name();
    switch (node.kind()) {
      case "INDEX" -> requireIndex(name, names);
      case "TABLE" -> {
        Table table = TargetRelation.table(name, names);
        if (table != null) {
          PrivilegeChecks.requireOwner(names, table);
        }
        if (table != null && table.indexes().isEmpty() && table.rowKeyName() == null) {
          return table.name();
        }
      }
      case "SCHEMA" -> PrivilegeChecks.requireOwner(names, names.schema(name.last()));
      default -> {
        if (node.kind().equals("SYSTEM") && isConcurrent) {
          throw new ColonnadeException(
              ErrorCode.UNSUPPORTED, "cannot reindex system catalogs concurrently");
        }
        if (!name.last().equals(names.database().name())) {
          throw new ColonnadeException(
              ErrorCode.UNSUPPORTED, "can only reindex the currently open database");
        }
        PrivilegeChecks.requireOwner(names, names.database());
      }
    }
    return null;
  }

  private static void requireIndex(QualifiedName name, NameScope names) {
    TargetRelation relation = TargetRelation.of(name, names);
    if (!(relation instanceof TargetRelation.OfIndex(Table table, String index))) {
      throw new ColonnadeException(
          ErrorCode.WRONG_OBJECT_TYPE, "\"%s\" is not an index".formatted(relation.name()));
    }
    if (!names.privileges().owns(table.id())) {
      throw PrivilegeChecks.notOwner("index", index);
    }
  }

  @Override
  public StatementResult run(Execution execution) {
    boolean isRelation = node.kind().equals("INDEX") || node.kind().equals("TABLE");
    if (isConcurrent) {
      TransactionBlocks.refuse(execution, "REINDEX CONCURRENTLY");
    } else if (!isRelation) {
      TransactionBlocks.refuse(execution, "REINDEX " + node.kind());
    }
    if (tableWithoutIndex != null) {
      execution
          .notices()
          .say(
              "table \"%s\" has no indexes %s"
                  .formatted(
                      tableWithoutIndex,
                      isConcurrent ? "that can be reindexed concurrently" : "to reindex"));
    }
    return StatementResult.changed("REINDEX", 0);
  }
}
