package dev.colonnade.sql.plan.tree;

import java.util.Locale;
import org.apache.calcite.sql.SqlBasicCall;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlDataTypeSpec;
import org.apache.calcite.sql.SqlFunction;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlIntervalLiteral;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlOrderBy;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.SqlUnknownLiteral;
import org.apache.calcite.sql.SqlWith;
import org.apache.calcite.sql.fun.SqlCase;
import org.apache.calcite.sql.fun.SqlTrimFunction;
import org.jspecify.annotations.Nullable;

/**
 * PostgreSQL's name of the column of an expression without an alias: that of the column or
 * function, otherwise of the type that it is cast to.
 */
public final class ExpressionNames {
  /** Name of a column without a name. */
  public static final String UNNAMED = "?column?";

  private ExpressionNames() {}

  public static String of(SqlNode node) {
    Name name = nameOf(node);
    return name == null ? UNNAMED : name.text();
  }

  /**
   * A name.
   *
   * @param isWeak whether the type of a cast around it is the better name
   */
  private record Name(String text, boolean isWeak) {
    static Name strong(String text) {
      return new Name(text, false);
    }
  }

  private static @Nullable Name nameOf(SqlNode node) {
    return switch (node) {
      case SqlIdentifier identifier -> Name.strong(identifier.names.getLast());
      case SqlIntervalLiteral _ -> new Name("interval", true);
      case SqlUnknownLiteral moment -> new Name(typeName(moment.tag.replace(' ', '_')), true);
      case SqlCase conditional -> ofCase(conditional);
      case SqlCall call -> ofCall(call);
      default -> null;
    };
  }

  private static Name ofCase(SqlCase conditional) {
    SqlNode otherwise = conditional.getElseOperand();
    Name name = otherwise == null ? null : nameOf(otherwise);
    return name == null || name.isWeak() ? new Name("case", true) : name;
  }

  private static @Nullable Name ofCall(SqlCall call) {
    return switch (call.getKind()) {
      case CAST -> ofCast(call);
      case AS, DOT -> nameOf(call.operand(1));
      case OVER, FILTER, WITHIN_GROUP, RESPECT_NULLS, IGNORE_NULLS, ITEM -> nameOf(call.operand(0));
      case SELECT, WITH, ORDER_BY, UNION, INTERSECT, EXCEPT, SCALAR_QUERY -> ofQuery(call);
      case EXISTS -> Name.strong("exists");
      case ARRAY_VALUE_CONSTRUCTOR, ARRAY_QUERY_CONSTRUCTOR -> Name.strong("array");
      case ROW -> call.operandCount() > 1 ? Name.strong("row") : null;
      case TRIM -> ofTrim(call);
      default -> ofFunction(call);
    };
  }

  private static Name ofCast(SqlCall call) {
    Name inner = nameOf(call.operand(0));
    if (inner != null && !inner.isWeak()) {
      return inner;
    }
    return call.operand(1) instanceof SqlDataTypeSpec type
        ? new Name(typeName(type), true)
        : new Name("interval", true);
  }

  private static String typeName(SqlDataTypeSpec type) {
    SqlDataTypeSpec component =
        type.getCollectionsTypeName() == null ? type : type.getComponentTypeSpec();
    return typeName(component.getTypeName().names.getLast());
  }

  /** A type as the catalogue calls it. */
  private static String typeName(String written) {
    String name = written.toLowerCase(Locale.ROOT);
    return switch (name.endsWith("[]") ? name.substring(0, name.length() - 2) : name) {
      case "integer", "int" -> "int4";
      case "bigint" -> "int8";
      case "smallint" -> "int2";
      case "real" -> "float4";
      case "double", "float", "double precision" -> "float8";
      case "decimal", "dec" -> "numeric";
      case "boolean" -> "bool";
      case "char", "character" -> "bpchar";
      case "character varying" -> "varchar";
      case "varbinary", "binary" -> "bytea";
      case "timestamp_with_local_time_zone",
          "timestamp_with_time_zone",
          "timestamp with time zone" ->
          "timestamptz";
      case "timestamp without time zone" -> "timestamp";
      case "time without time zone" -> "time";
      case String other -> other;
    };
  }

  /** A query that is one value is called after its column. */
  private static @Nullable Name ofQuery(SqlNode query) {
    Name name =
        switch (query) {
          case SqlSelect select -> nameOf(select.getSelectList().get(0));
          case SqlOrderBy ordered -> ofQuery(ordered.query);
          case SqlWith with -> ofQuery(with.body);
          case SqlCall call
              when call.getKind() == SqlKind.SCALAR_QUERY
                  || SqlKind.SET_QUERY.contains(call.getKind()) ->
              ofQuery(call.operand(0));
          default -> null;
        };
    return name == null ? null : Name.strong(name.text());
  }

  private static Name ofTrim(SqlCall call) {
    SqlTrimFunction.Flag flag =
        call.operand(0) instanceof SqlLiteral literal
            ? literal.getValueAs(SqlTrimFunction.Flag.class)
            : SqlTrimFunction.Flag.BOTH;
    return Name.strong(
        switch (flag) {
          case BOTH -> "btrim";
          case LEADING -> "ltrim";
          case TRAILING -> "rtrim";
        });
  }

  private static @Nullable Name ofFunction(SqlCall call) {
    if (!(call instanceof SqlBasicCall) || !(call.getOperator() instanceof SqlFunction)) {
      return null;
    }
    String name = call.getOperator().getName().toLowerCase(Locale.ROOT);
    return Name.strong(name.equals("date_part") ? "extract" : name);
  }
}
