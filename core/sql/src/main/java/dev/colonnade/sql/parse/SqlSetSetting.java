package dev.colonnade.sql.parse;

import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.jspecify.annotations.Nullable;

/** SET and RESET: without a value, the setting goes back to its default. */
public final class SqlSetSetting extends SqlStatement {
  private final String name;
  private final List<SqlNode> values;
  private final boolean local;
  private final boolean reset;

  /**
   * A setting and its values.
   *
   * @param values null for the default
   * @param local whether for the transaction only
   */
  public SqlSetSetting(
      SqlParserPos pos, String name, @Nullable List<SqlNode> values, boolean local) {
    this(pos, name, values, local, false);
  }

  private SqlSetSetting(
      SqlParserPos pos, String name, @Nullable List<SqlNode> values, boolean local, boolean reset) {
    super(reset ? "RESET" : "SET", pos);
    this.name = name;
    this.values = values == null ? List.of() : List.copyOf(values);
    this.local = local;
    this.reset = reset;
  }

  /** RESET of a setting. */
  public static SqlSetSetting reset(SqlParserPos pos, String name) {
    return new SqlSetSetting(pos, name, null, false, true);
  }

  /** The list with one value more. */
  public static List<SqlNode> listOf(@Nullable List<SqlNode> values, SqlNode value) {
    List<SqlNode> longer = values == null ? new ArrayList<>() : new ArrayList<>(values);
    longer.add(value);
    return longer;
  }

  public String name() {
    return name;
  }

  /** The word of the statement: SET or RESET. */
  public String word() {
    return reset ? "RESET" : "SET";
  }

  /** Literals, or identifiers that are meant as such; empty for the default. */
  public List<SqlNode> values() {
    return values;
  }

  /** Returns whether the setting ends with the transaction. */
  public boolean isLocal() {
    return local;
  }
}
