package dev.colonnade.sql.command;

import dev.colonnade.catalog.NameScope;
import dev.colonnade.catalog.name.BuiltIns;
import dev.colonnade.catalog.name.SchemaEntry;
import dev.colonnade.catalog.privilege.RolePrivileges;
import dev.colonnade.catalog.relation.Table;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.command.relation.TargetRelation;
import dev.colonnade.sql.frontend.PlanContext;
import dev.colonnade.sql.privilege.PrivilegeChecks;
import dev.colonnade.sql.statement.PreparedStatement;
import dev.colonnade.sql.statement.StatementResult;
import dev.colonnade.sql.syntax.QualifiedName;
import dev.colonnade.sql.syntax.command.MaintenanceCommand;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Statements of maintenance. Rows and index entries never degrade, so that only ANALYZE has an
 * effect.
 */
final class MaintenanceStatements {
  PreparedStatement prepare(MaintenanceCommand command, PlanContext context) {
    return switch (command) {
      case MaintenanceCommand.Vacuum vacuum -> vacuum(vacuum, context);
      case MaintenanceCommand.Analyze analyze -> {
        CommandOptions.ofAnalyze(analyze.options());
        yield analyze(false, true, analyze.targets(), context);
      }
      case MaintenanceCommand.Cluster cluster -> cluster(cluster, context.transaction().names());
      case MaintenanceCommand.Reindex reindex ->
          new ReindexStatement(reindex, context.transaction().names());
      case MaintenanceCommand.Checkpoint _ ->
          execution -> {
            RolePrivileges user = execution.transaction().names().privileges();
            if (!user.hasRole(BuiltIns.CHECKPOINT_ID)) {
              throw new ColonnadeException(
                  ErrorCode.INSUFFICIENT_PRIVILEGE,
                  "must be superuser or have privileges of pg_checkpoint to do CHECKPOINT");
            }
            return StatementResult.changed("CHECKPOINT", 0);
          };
      case MaintenanceCommand.Backup backup -> new BackupStatement(backup);
      case MaintenanceCommand.Restore _, MaintenanceCommand.RestoreDatabase _ ->
          throw new IllegalStateException("RESTORE is not a statement of this class");
      case MaintenanceCommand.Load _ ->
          throw new ColonnadeException(ErrorCode.UNSUPPORTED, "LOAD is not supported");
    };
  }

  private PreparedStatement vacuum(MaintenanceCommand.Vacuum node, PlanContext context) {
    boolean analyzes = CommandOptions.ofVacuum(node.options()).isOn("analyze");
    boolean hasColumns = node.targets().stream().anyMatch(target -> !target.columns().isEmpty());
    if (hasColumns && !analyzes) {
      throw new ColonnadeException(
          ErrorCode.UNSUPPORTED, "ANALYZE option must be specified when a column list is provided");
    }
    return analyze(true, analyzes, node.targets(), context);
  }

  private PreparedStatement analyze(
      boolean isVacuum,
      boolean analyzes,
      List<MaintenanceCommand.Target> targets,
      PlanContext context) {
    NameScope names = context.transaction().names();
    List<Table> tables = new ArrayList<>();
    List<String> skipped = new ArrayList<>();
    if (targets.isEmpty()) {
      for (SchemaEntry schema : names.catalog().schemas(names.database().id())) {
        tables.addAll(names.catalog().tables(schema.id()));
      }
    }
    for (MaintenanceCommand.Target target : targets) {
      switch (TargetRelation.of(target.table(), names)) {
        case TargetRelation.OfTable(Table table) -> {
          requireColumns(table, target.columns());
          tables.add(table);
        }
        case TargetRelation.OfSystem _ -> {} // statistics are those of the catalog itself
        case TargetRelation other -> skipped.add(other.name());
      }
    }
    return new AnalyzeStatement(isVacuum, analyzes ? tables : List.of(), skipped);
  }

  private static void requireColumns(Table table, List<String> columns) {
    Set<String> found = new HashSet<>();
    for (String column : columns) {
      if (!table.schema().hasVisibleColumn(column)) {
        throw new ColonnadeException(
            ErrorCode.UNKNOWN_COLUMN,
            "column \"%s\" of relation \"%s\" does not exist".formatted(column, table.name()));
      }
      if (!found.add(column)) {
        throw new ColonnadeException(
            ErrorCode.DUPLICATE_COLUMN,
            "column \"%s\" of relation \"%s\" appears more than once"
                .formatted(column, table.name()));
      }
    }
  }

  private static PreparedStatement cluster(MaintenanceCommand.Cluster node, NameScope names) {
    CommandOptions.ofCluster(node.options());
    QualifiedName name = node.table();
    if (name == null) {
      return execution -> {
        TransactionBlocks.refuse(execution, "CLUSTER");
        return StatementResult.changed("CLUSTER", 0);
      };
    }
    Table table = TargetRelation.table(name, names);
    if (table != null) {
      PrivilegeChecks.requireOwner(names, table);
    }
    String index = node.index();
    // Which index a table was clustered by is not recorded: without a name any may be meant.
    if (table != null && index != null && !hasIndex(table, index)) {
      throw new ColonnadeException(
          ErrorCode.UNKNOWN_OBJECT,
          "index \"%s\" for table \"%s\" does not exist".formatted(index, table.name()));
    }
    return _ -> StatementResult.changed("CLUSTER", 0);
  }

  private static boolean hasIndex(Table table, String name) {
    return name.equals(table.rowKeyName())
        || table.indexes().stream().anyMatch(index -> index.name().equals(name));
  }
}
