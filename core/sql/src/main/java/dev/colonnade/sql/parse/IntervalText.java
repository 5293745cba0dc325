package dev.colonnade.sql.parse;

import org.apache.calcite.sql.SqlDataTypeSpec;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlUserDefinedTypeNameSpec;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;

/** Literals of intervals and of other types, which are casts of their text. */
public final class IntervalText {
  private IntervalText() {}

  /** The interval of a text such as {@code '1 day 2 hours'}. */
  public static SqlNode parse(String text, int sign, SqlParserPos pos) {
    SqlNode value = typed("interval", text, pos);
    return sign < 0 ? SqlStdOperatorTable.UNARY_MINUS.createCall(pos, value) : value;
  }

  /** The value that a text is of a type. */
  public static SqlNode typed(String type, String text, SqlParserPos pos) {
    return SqlStdOperatorTable.CAST.createCall(
        pos, SqlLiteral.createCharString(text, pos), specOf(type, pos));
  }

  private static SqlDataTypeSpec specOf(String type, SqlParserPos pos) {
    return new SqlDataTypeSpec(
        new SqlUserDefinedTypeNameSpec(new SqlIdentifier(type, pos), pos), pos);
  }
}
