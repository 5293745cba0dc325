package dev.colonnade.sql.syntax.command;

import dev.colonnade.sql.syntax.Option;
import dev.colonnade.sql.syntax.QualifiedName;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Command of maintenance. */
public sealed interface MaintenanceCommand extends Command {
  /** Table with columns. */
  record Target(QualifiedName table, List<String> columns) {}

  /** {@code VACUUM}. */
  record Vacuum(List<Option> options, List<Target> targets, int position)
      implements MaintenanceCommand {}

  /** {@code ANALYZE}. */
  record Analyze(List<Option> options, List<Target> targets, int position)
      implements MaintenanceCommand {}

  /** {@code CLUSTER}; without a table all of them. */
  record Cluster(
      List<Option> options, @Nullable QualifiedName table, @Nullable String index, int position)
      implements MaintenanceCommand {}

  /** {@code REINDEX}. */
  record Reindex(
      List<Option> options, String kind, boolean concurrently, QualifiedName name, int position)
      implements MaintenanceCommand {}

  /** {@code CHECKPOINT}. */
  record Checkpoint(int position) implements MaintenanceCommand {}

  /** {@code BACKUP TO 'folder'}. */
  record Backup(String folder, List<Option> options, int position) implements MaintenanceCommand {}

  /**
   * {@code RESTORE TABLE table FROM 'folder'}, or {@code RESTORE FROM 'folder'}.
   *
   * @param table null if the store as a whole is to be restored
   */
  record Restore(
      @Nullable QualifiedName table,
      List<String> columns,
      String folder,
      List<Option> options,
      int position)
      implements MaintenanceCommand {}

  /**
   * {@code RESTORE DATABASE name FROM 'folder' AS name AT 'time'}.
   *
   * @param newName name of the restored database
   * @param time of the last change; null for all
   */
  record RestoreDatabase(
      String name,
      String folder,
      String newName,
      @Nullable String time,
      List<Option> options,
      int position)
      implements MaintenanceCommand {}

  /** {@code LOAD}. */
  record Load(String file, int position) implements MaintenanceCommand {}
}
