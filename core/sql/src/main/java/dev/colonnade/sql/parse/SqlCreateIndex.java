package dev.colonnade.sql.parse;

import java.util.List;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.jspecify.annotations.Nullable;

/** CREATE INDEX. */
public final class SqlCreateIndex extends SqlIndexStatement {
  private final @Nullable SqlIdentifier name;
  private final boolean ifNotExists;
  private final Content content;

  public SqlCreateIndex(
      SqlParserPos pos, @Nullable SqlIdentifier name, boolean ifNotExists, Content content) {
    super("CREATE INDEX", pos);
    this.name = name;
    this.ifNotExists = ifNotExists;
    this.content = content;
  }

  /** Returns the name of the index; null for a generated name. */
  public @Nullable SqlIdentifier name() {
    return name;
  }

  public boolean ifNotExists() {
    return ifNotExists;
  }

  public Content content() {
    return content;
  }

  /**
   * Content of the index.
   *
   * @param condition predicate of a partial index; null for all rows
   */
  public record Content(
      boolean unique,
      SqlIdentifier table,
      List<Part> parts,
      List<SqlIdentifier> included,
      @Nullable SqlNode condition) {
    public Content {
      parts = List.copyOf(parts);
      included = List.copyOf(included);
    }
  }

  /** A column, or an expression, and its direction. */
  public record Part(SqlNode column, boolean descending) {}
}
