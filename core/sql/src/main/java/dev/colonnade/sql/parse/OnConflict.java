package dev.colonnade.sql.parse;

import dev.colonnade.sql.parse.SqlUpdateRows.Assignment;
import java.util.List;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlNode;
import org.jspecify.annotations.Nullable;

/**
 * What an insert does with a row that meets one that is there.
 *
 * @param parts of the key that decides, columns and expressions; empty if it is not named by them
 * @param keyCondition of which rows the key is that the columns name; null if nothing is said
 * @param constraint the name of the constraint that decides; null if it is not named
 * @param assignments what the row that is there gets; empty if it stays as it is
 * @param condition which rows get it; null for all
 */
public record OnConflict(
    List<SqlNode> parts,
    @Nullable SqlNode keyCondition,
    @Nullable SqlIdentifier constraint,
    List<Assignment> assignments,
    @Nullable SqlNode condition) {
  /** What {@code excluded} names: the row that was to be inserted. */
  public static final String EXCLUDED = "excluded";

  public OnConflict {
    parts = List.copyOf(parts);
    assignments = List.copyOf(assignments);
  }
}
