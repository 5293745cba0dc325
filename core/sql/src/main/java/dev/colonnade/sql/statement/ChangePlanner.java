package dev.colonnade.sql.statement;

import dev.colonnade.sql.parse.SqlDeleteRows;
import dev.colonnade.sql.parse.SqlInsertRows;
import dev.colonnade.sql.parse.SqlMergeRows;
import dev.colonnade.sql.parse.SqlUpdateRows;
import org.apache.calcite.sql.SqlNode;
import org.jspecify.annotations.Nullable;

/** Planner of INSERT, UPDATE, DELETE and MERGE. */
final class ChangePlanner {
  private ChangePlanner() {}

  /** Returns the plan of a statement; null if it is of another kind. */
  static @Nullable PlannedChange find(SqlNode statement, StatementQueries queries) {
    return switch (statement) {
      case SqlInsertRows node -> InsertPlanner.plan(node, queries);
      case SqlUpdateRows node -> UpdatePlanner.plan(node, queries);
      case SqlDeleteRows node -> DeletePlanner.plan(node, queries);
      case SqlMergeRows node -> MergePlanner.plan(node, queries);
      default -> null;
    };
  }
}
