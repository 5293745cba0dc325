package dev.colonnade.sql.parse;

import java.util.List;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.parser.SqlParserPos;

/** ANALYZE, and VACUUM, which has nothing else to do here. */
public final class SqlAnalyzeTables extends SqlStatement {
  private final boolean isVacuum;
  private final boolean analyzes;
  private final List<SqlIdentifier> tables;

  /**
   * An ANALYZE or VACUUM.
   *
   * @param tables empty for all
   */
  public SqlAnalyzeTables(
      SqlParserPos pos, boolean isVacuum, boolean analyzes, List<SqlIdentifier> tables) {
    super(isVacuum ? "VACUUM" : "ANALYZE", pos);
    this.isVacuum = isVacuum;
    this.analyzes = analyzes;
    this.tables = List.copyOf(tables);
  }

  public boolean isVacuum() {
    return isVacuum;
  }

  public boolean analyzes() {
    return analyzes;
  }

  public List<SqlIdentifier> tables() {
    return tables;
  }
}
