package dev.colonnade.sql.explain;

import static java.util.Objects.requireNonNull;

import dev.colonnade.catalog.relation.Table;
import dev.colonnade.sql.physical.ConflictPlan;
import dev.colonnade.sql.physical.ModifyPlan;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Change of a table by the rows of a plan: INSERT, UPDATE, DELETE or MERGE.
 *
 * @param conflictAction of ON CONFLICT; null without
 * @param arbiterIndexes names of the indexes that detect conflicts
 */
public record TableChange(
    Operation operation,
    Table table,
    @Nullable ConflictAction conflictAction,
    List<String> arbiterIndexes) {
  public TableChange(
      Operation operation,
      Table table,
      @Nullable ConflictAction conflictAction,
      List<String> arbiterIndexes) {
    this.operation = requireNonNull(operation, "operation is null");
    this.table = requireNonNull(table, "table is null");
    this.conflictAction = conflictAction;
    this.arbiterIndexes = List.copyOf(arbiterIndexes);
  }

  /** Returns a change without ON CONFLICT. */
  public static TableChange of(Operation operation, Table table) {
    return new TableChange(operation, table, null, List.of());
  }

  /** Returns the change that a plan makes. */
  public static TableChange of(ModifyPlan.TableChange plan) {
    return switch (plan) {
      case ModifyPlan.Insert insert -> of(insert);
      case ModifyPlan.Update update -> of(Operation.UPDATE, update.table());
      case ModifyPlan.Delete delete -> of(Operation.DELETE, delete.table());
      case ModifyPlan.Merge merge -> of(Operation.MERGE, merge.table());
    };
  }

  private static TableChange of(ModifyPlan.Insert insert) {
    ConflictPlan conflict = insert.conflict();
    return conflict == null
        ? of(Operation.INSERT, insert.table())
        : new TableChange(
            Operation.INSERT,
            insert.table(),
            conflict.update() == null ? ConflictAction.NOTHING : ConflictAction.UPDATE,
            conflict.arbiters().stream().map(ConflictPlan.Arbiter::indexName).toList());
  }

  /** Kinds of changes. */
  public enum Operation {
    INSERT("Insert"),
    UPDATE("Update"),
    DELETE("Delete"),
    MERGE("Merge");

    private final String displayName;

    Operation(String displayName) {
      this.displayName = displayName;
    }

    String displayName() {
      return displayName;
    }
  }

  /** Actions of ON CONFLICT. */
  public enum ConflictAction {
    NOTHING,
    UPDATE
  }
}
