package dev.colonnade.sql.parse;

import java.util.List;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.jspecify.annotations.Nullable;

/** INSERT. */
public final class SqlInsertRows extends SqlStatement {
  private final Target target;
  private final @Nullable SqlNode source;
  private final boolean doNothing;
  private final List<SqlNode> returning;

  /**
   * An insert.
   *
   * @param source the query whose rows are inserted; null for DEFAULT VALUES
   * @param doNothing whether a row that is there already is passed over
   * @param returning what is returned of each row; null for nothing
   */
  public SqlInsertRows(
      SqlParserPos pos,
      Target target,
      @Nullable SqlNode source,
      boolean doNothing,
      @Nullable List<SqlNode> returning) {
    super("INSERT", pos);
    this.target = target;
    this.source = source;
    this.doNothing = doNothing;
    this.returning = returning == null ? List.of() : List.copyOf(returning);
  }

  public Target target() {
    return target;
  }

  public @Nullable SqlNode source() {
    return source;
  }

  public boolean doNothing() {
    return doNothing;
  }

  public List<SqlNode> returning() {
    return returning;
  }

  /** Whose values go to identity columns. */
  public enum Overriding {
    /** Those of the statement where a column takes them, and none where it does not. */
    NOTHING,
    /** Those of the statement, whatever the column says. */
    SYSTEM,
    /** The column's own. */
    USER
  }

  /** The table, the columns if they are named, and what is said of identity columns. */
  public record Target(SqlIdentifier table, @Nullable SqlNodeList columns, Overriding overriding) {
    /** With nothing said of identity columns. */
    public Target(SqlIdentifier table, @Nullable SqlNodeList columns) {
      this(table, columns, Overriding.NOTHING);
    }
  }
}
