package dev.colonnade.sql.parse;

import java.util.List;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlWith;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.jspecify.annotations.Nullable;

/** INSERT. */
public final class SqlInsertRows extends SqlStatement {
  private final Target target;
  private final @Nullable SqlNode source;
  private final @Nullable OnConflict conflict;
  private final List<SqlNode> returning;

  /**
   * An insert.
   *
   * @param source the query whose rows are inserted; null for DEFAULT VALUES
   * @param conflict what is done with a row that is there already; null if it is an error
   * @param returning what is returned of each row; null for nothing
   */
  public SqlInsertRows(
      SqlParserPos pos,
      Target target,
      @Nullable SqlNode source,
      @Nullable OnConflict conflict,
      @Nullable List<SqlNode> returning) {
    super("INSERT", pos);
    this.target = target;
    this.source = source;
    this.conflict = conflict;
    this.returning = returning == null ? List.of() : List.copyOf(returning);
  }

  public Target target() {
    return target;
  }

  public @Nullable SqlNode source() {
    return source;
  }

  public @Nullable OnConflict conflict() {
    return conflict;
  }

  public List<SqlNode> returning() {
    return returning;
  }

  /** The same with queries in front of its source. */
  public SqlInsertRows with(SqlNodeList queries) {
    SqlNode from = source;
    return new SqlInsertRows(
        getParserPosition(),
        target,
        from == null ? null : new SqlWith(from.getParserPosition(), queries, from),
        conflict,
        returning);
  }

  /** Whose values go to identity columns. */
  public enum Overriding {
    /** The given values where a column accepts them, and none where it does not. */
    NOTHING,
    /** The given values, whatever the column is defined to accept. */
    SYSTEM,
    /** The column's own. */
    USER
  }

  /**
   * Target of an insert: the table, the listed columns if any, and the OVERRIDING clause.
   *
   * @param replaces whether an existing row with the same primary key gets the given values, as
   *     UPSERT does
   */
  public record Target(
      SqlIdentifier table, @Nullable SqlNodeList columns, Overriding overriding, boolean replaces) {
    /** With nothing said of identity columns. */
    public Target(SqlIdentifier table, @Nullable SqlNodeList columns) {
      this(table, columns, Overriding.NOTHING, false);
    }
  }
}
