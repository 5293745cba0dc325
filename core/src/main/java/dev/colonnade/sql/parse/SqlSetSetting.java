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

  /**
   * A setting and its values.
   *
   * @param values null for the default
   * @param local whether for the transaction only
   */
  public SqlSetSetting(
      SqlParserPos pos, String name, @Nullable List<SqlNode> values, boolean local) {
    super("SET", pos);
    this.name = name;
    this.values = values == null ? List.of() : List.copyOf(values);
    this.local = local;
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

  /** Literals, or identifiers that are meant as such; empty for the default. */
  public List<SqlNode> values() {
    return values;
  }

  /** Whether the setting ends with the transaction. */
  public boolean isLocal() {
    return local;
  }
}
