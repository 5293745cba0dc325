package dev.colonnade.sql.parse;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import java.util.List;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.jspecify.annotations.Nullable;

/**
 * A WHEN of a MERGE.
 *
 * @param matched whether it is for pairs of rows, or for rows of the source that meet none
 * @param condition what else must be true; null for nothing
 */
public record MergeAction(boolean matched, @Nullable SqlNode condition, Change change) {
  /** An action, if it is one of those that its rows allow. */
  public static MergeAction of(
      boolean matched, @Nullable SqlNode condition, Change change, SqlParserPos pos) {
    boolean isAllowed =
        switch (change) {
          case Nothing _ -> true;
          case Delete _, Update _ -> matched;
          case Insert _ -> !matched;
        };
    if (!isAllowed) {
      throw new ColonnadeException(
          ErrorCode.SYNTAX_ERROR,
          "syntax error in MERGE: line=%d column=%d matched=%s does not allow %s"
              .formatted(
                  pos.getLineNum(),
                  pos.getColumnNum(),
                  matched,
                  change.getClass().getSimpleName().toUpperCase(java.util.Locale.ROOT)));
    }
    return new MergeAction(matched, condition, change);
  }

  /** Change that an action makes. */
  public sealed interface Change {}

  /** The row stays. */
  public record Nothing() implements Change {}

  /** The row goes. */
  public record Delete() implements Change {}

  /** The row gets other values. */
  public record Update(List<SqlUpdateRows.Assignment> assignments) implements Change {
    public Update {
      assignments = List.copyOf(assignments);
    }
  }

  /**
   * A row is inserted.
   *
   * @param columns those that get values; null for all
   * @param values a table of one row; null for DEFAULT VALUES
   */
  public record Insert(
      @Nullable SqlNodeList columns, SqlInsertRows.Overriding overriding, @Nullable SqlNode values)
      implements Change {}
}
