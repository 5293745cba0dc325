package dev.colonnade.sql.parse;

import dev.colonnade.sql.parse.SqlUpdateRows.Assignment;
import java.util.List;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlNode;
import org.jspecify.annotations.Nullable;

/**
 * ON CONFLICT clause of an insert.
 *
 * @param parts of the key that decides, columns and expressions; empty if it is not named by them
 * @param keyCondition the predicate of the partial index that the columns name; null if there is
 *     none
 * @param constraint the name of the constraint that decides; null if it is not named
 * @param assignments new values of the existing row; empty if it is not changed
 * @param condition predicate of the rows that are changed; null for all
 */
public record OnConflict(
    List<SqlNode> parts,
    @Nullable SqlNode keyCondition,
    @Nullable SqlIdentifier constraint,
    List<Assignment> assignments,
    @Nullable SqlNode condition) {
  /** Name of the row that was to be inserted. */
  public static final String EXCLUDED = "excluded";

  public OnConflict {
    parts = List.copyOf(parts);
    assignments = List.copyOf(assignments);
  }
}
