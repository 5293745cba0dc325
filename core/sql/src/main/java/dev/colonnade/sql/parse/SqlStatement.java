package dev.colonnade.sql.parse;

import java.util.List;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.SqlSpecialOperator;
import org.apache.calcite.sql.SqlWriter;
import org.apache.calcite.sql.parser.SqlParserPos;

/**
 * Statement that is not a query. It is a node because the grammar's template requires one; it is
 * never visited or unparsed, so its parts are plain fields.
 */
public abstract sealed class SqlStatement extends SqlCall
    permits SqlCopy,
        SqlCreateTable,
        SqlDefinition,
        SqlIndexStatement,
        SqlInsertRows,
        SqlUpdateRows,
        SqlDeleteRows,
        SqlMergeRows,
        SqlWithChanges,
        SqlExplainQuery,
        SqlShowSetting,
        SqlSetSetting,
        SqlSessionCommand,
        SqlShowObjects,
        SqlAnalyzeTables {
  private final SqlOperator operator;

  SqlStatement(String name, SqlParserPos pos) {
    super(pos);
    this.operator = new SqlSpecialOperator(name, SqlKind.OTHER);
  }

  @Override
  public SqlOperator getOperator() {
    return operator;
  }

  @Override
  public List<SqlNode> getOperandList() {
    return List.of();
  }

  @Override
  public void unparse(SqlWriter writer, int leftPrec, int rightPrec) {
    writer.keyword(operator.getName());
  }
}
