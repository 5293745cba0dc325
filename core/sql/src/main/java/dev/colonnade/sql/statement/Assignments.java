package dev.colonnade.sql.statement;

import dev.colonnade.catalog.relation.Table;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.error.ErrorFields;
import dev.colonnade.sql.error.SqlErrors;
import dev.colonnade.sql.function.value.ValueConverter;
import dev.colonnade.sql.parse.StatementParser;
import dev.colonnade.sql.plan.tree.KnownTypeSpec;
import dev.colonnade.sql.plan.type.CalciteTypes;
import dev.colonnade.sql.type.SqlType;
import dev.colonnade.sql.type.TypeKind;
import dev.colonnade.type.ColumnType;
import dev.colonnade.type.schema.Column;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.RelRoot;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.logical.LogicalProject;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlBasicTypeNameSpec;
import org.apache.calcite.sql.SqlDataTypeSpec;
import org.apache.calcite.sql.SqlDynamicParam;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.type.SqlTypeName;
import org.jspecify.annotations.Nullable;

/**
 * Gives values the types of the columns that they are written to, as PostgreSQL's assignments do.
 */
final class Assignments {
  private Assignments() {}

  /**
   * The expression as it stands in a query for values of a column: a text without a type, NULL, and
   * a parameter take the column's.
   */
  static SqlNode typed(SqlNode value, Column column) {
    boolean isUntyped =
        value instanceof SqlDynamicParam
            || (value instanceof SqlLiteral literal
                && (literal.getTypeName() == SqlTypeName.CHAR
                    || literal.getTypeName() == SqlTypeName.NULL));
    return isUntyped
        ? SqlStdOperatorTable.CAST.createCall(
            value.getParserPosition(), value, specOf(column.type()))
        : value;
  }

  /** The expression cast to the type of a column, whatever it is. */
  static SqlNode cast(SqlNode value, Column column) {
    SqlDataTypeSpec spec =
        column.type() instanceof ColumnType.Numeric(int precision, int scale)
            ? new SqlDataTypeSpec(
                new SqlBasicTypeNameSpec(SqlTypeName.DECIMAL, precision, scale, SqlParserPos.ZERO),
                SqlParserPos.ZERO)
            : specOf(column.type());
    return SqlStdOperatorTable.CAST.createCall(value.getParserPosition(), value, spec);
  }

  /** Variant of {@link #typed(SqlNode, Column)} where DEFAULT stands for the column's. */
  static SqlNode typed(SqlNode value, Column column, Table table) {
    return value.getKind() == SqlKind.DEFAULT ? defaultOf(column, table) : typed(value, column);
  }

  /** Returns the expression for a column that is not listed: its default, or NULL. */
  static SqlNode defaultOf(Column column, Table table) {
    String text = table.descriptor().defaults().get(column.id());
    return typed(
        text == null
            ? SqlLiteral.createNull(SqlParserPos.ZERO)
            : StatementParser.parseExpression(text),
        column);
  }

  private static SqlDataTypeSpec specOf(ColumnType type) {
    return KnownTypeSpec.of(CalciteTypes.sqlType(type), SqlParserPos.ZERO);
  }

  /** The type as it stands in a cast. */
  static SqlDataTypeSpec specOf(TypeKind kind) {
    return KnownTypeSpec.of(SqlType.of(kind), SqlParserPos.ZERO);
  }

  /**
   * A query's result with some of its columns cast to the types of the columns that they are for.
   *
   * @param passed how many columns come first that stay as they are
   */
  static RelRoot cast(RelRoot root, int passed, List<Column> columns) {
    return cast(root, passed, columns, _ -> SqlParserPos.ZERO);
  }

  /**
   * Variant of {@link #cast(RelRoot, int, List)}.
   *
   * @param places positions in the text of the values for the columns
   */
  static RelRoot cast(
      RelRoot root, int passed, List<Column> columns, IntFunction<SqlParserPos> places) {
    RelNode rel = root.project();
    List<RexNode> fields = new ArrayList<>();
    RexBuilder builder = rel.getCluster().getRexBuilder();
    int width = rel.getRowType().getFieldCount();
    for (int i = 0; i < width; i++) {
      RexInputRef field = builder.makeInputRef(rel, i);
      boolean isAssigned = i >= passed && i < passed + columns.size();
      if (isAssigned) {
        int column = i - passed;
        SqlParserPos place = places.apply(column);
        fields.add(SqlErrors.about(place, () -> cast(builder, rel, field, columns.get(column))));
      } else {
        fields.add(field);
      }
    }
    List<String> names = rel.getRowType().getFieldNames();
    RelNode projected = LogicalProject.create(rel, List.of(), fields, names, java.util.Set.of());
    return RelRoot.of(projected, SqlKind.SELECT);
  }

  private static RexNode cast(RexBuilder builder, RelNode rel, RexInputRef field, Column column) {
    RelDataType type =
        CalciteTypes.relType(
            builder.getTypeFactory(), storedWhole(column.type()), field.getType().isNullable());
    TypeKind from = CalciteTypes.kindOf(field.getType());
    TypeKind to = CalciteTypes.kindOf(type);
    TypeKind wanted = CalciteTypes.sqlType(column.type()).kind();
    boolean isAssignable =
        from == wanted
            || from == TypeKind.UNKNOWN
            || (from.isNumber() && to.isNumber())
            || (isJson(from) && isJson(wanted))
            || wanted.isText()
            || (isTime(from) && isTime(to))
            || isTextLiteral(rel, field.getIndex());
    if (!isAssignable) {
      throw new ColonnadeException(
          ErrorCode.TYPE_MISMATCH,
          "column \"%s\" is of type %s but expression is of type %s"
              .formatted(column.name(), CalciteTypes.sqlType(column.type()), from.sqlName()),
          ErrorFields.NONE.withHint("You will need to rewrite or cast the expression."));
    }
    return builder.makeAbstractCast(type, field, false);
  }

  /** Text is not cut to its column: what is too long is refused when it is written. */
  private static ColumnType storedWhole(ColumnType type) {
    return type.isText() ? ColumnType.Plain.TEXT : type;
  }

  private static boolean isJson(TypeKind kind) {
    return kind == TypeKind.JSON || kind == TypeKind.JSONB;
  }

  private static boolean isTime(TypeKind kind) {
    return kind == TypeKind.DATE
        || kind == TypeKind.TIMESTAMP
        || kind == TypeKind.TIMESTAMPTZ
        || kind == TypeKind.TIME;
  }

  private static boolean isTextLiteral(RelNode rel, int index) {
    return rel instanceof Project project
        && project.getProjects().get(index) instanceof RexLiteral literal
        && (literal.isNull() || CalciteTypes.kindOf(literal.getType()).isText());
  }

  /** A held value as one of the column's Java class. */
  static @Nullable Object valueOf(Column column, @Nullable Object held) {
    return ValueConverter.toJava(CalciteTypes.sqlType(column.type()), held);
  }
}
