package dev.colonnade.sql.plan.validate;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.error.SqlErrors;
import dev.colonnade.sql.parse.Nodes;
import dev.colonnade.sql.plan.tree.KnownTypeSpec;
import dev.colonnade.sql.plan.type.CalciteTypes;
import dev.colonnade.sql.type.CommonType;
import dev.colonnade.sql.type.SqlType;
import dev.colonnade.sql.type.TypeKind;
import java.util.List;
import org.apache.calcite.rel.type.RelDataTypeField;
import org.apache.calcite.sql.SqlBasicCall;
import org.apache.calcite.sql.SqlCharStringLiteral;
import org.apache.calcite.sql.SqlFunction;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.fun.SqlBetweenOperator;
import org.apache.calcite.sql.fun.SqlLikeOperator;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.validate.SqlValidator;
import org.apache.calcite.sql.validate.SqlValidatorScope;

/**
 * Operands of comparisons, patterns and remainders: there is an operator for their types as
 * PostgreSQL has one, or an error that names what is missing. Calcite would read texts as numbers.
 */
final class Comparisons {
  private final SqlValidator validator;
  private final SqlValidatorScope scope;
  private final SqlBasicCall call;

  private Comparisons(SqlValidator validator, SqlValidatorScope scope, SqlBasicCall call) {
    this.validator = validator;
    this.scope = scope;
    this.call = call;
  }

  /** Refuses a call whose operands do not go with each other. */
  static void require(SqlValidator validator, SqlValidatorScope scope, SqlBasicCall call) {
    Comparisons comparisons = new Comparisons(validator, scope, call);
    switch (call.getKind()) {
      case EQUALS, NOT_EQUALS, LESS_THAN, LESS_THAN_OR_EQUAL, GREATER_THAN, GREATER_THAN_OR_EQUAL ->
          comparisons.literals();
      case IS_DISTINCT_FROM, IS_NOT_DISTINCT_FROM -> comparisons.distinct();
      case BETWEEN -> comparisons.between();
      case IN -> comparisons.in("=");
      case NOT_IN -> comparisons.in("<>");
      case LIKE -> comparisons.like();
      case MOD -> comparisons.remainder();
      default -> {}
    }
  }

  private SqlType typeOf(SqlNode node) {
    if (FunctionCalls.isUntyped(node)) {
      return SqlType.of(TypeKind.UNKNOWN);
    }
    return isRow(node)
        ? SqlType.of(TypeKind.UNKNOWN)
        : CalciteTypes.sqlType(validator.deriveType(scope, node));
  }

  private static boolean isRow(SqlNode node) {
    return node.getKind() == SqlKind.ROW;
  }

  /** A literal beside a value is one of its type. */
  private void literals() {
    SqlNode left = call.operand(0);
    SqlNode right = call.operand(1);
    if (left instanceof SqlCharStringLiteral && !isSubquery(right)) {
      requireLiteral(left, typeOf(right));
    } else if (right instanceof SqlCharStringLiteral && !isSubquery(left)) {
      requireLiteral(right, typeOf(left));
    }
  }

  private static boolean isSubquery(SqlNode node) {
    return node.isA(SqlKind.QUERY)
        || node.getKind() == SqlKind.SOME
        || node.getKind() == SqlKind.ALL;
  }

  private static void requireLiteral(SqlNode node, SqlType type) {
    if (type.element() == null) {
      LiteralValues.require(node, type.kind());
    }
  }

  private void distinct() {
    SqlType left = typeOf(call.operand(0));
    SqlType right = typeOf(call.operand(1));
    requireOperator("=", left, right);
    castLiteral(0, left, right);
    castLiteral(1, right, left);
  }

  /** Calcite knows nothing of some types, and so not how to read a text as one of them. */
  private void castLiteral(int index, SqlType own, SqlType other) {
    if (own.kind() == TypeKind.UNKNOWN && other.kind() != TypeKind.UNKNOWN) {
      requireLiteral(call.operand(index), other);
      if (CalciteTypes.usesPostgresRules(other.kind())
          && FunctionCalls.isUntyped(call.operand(index))) {
        call.setOperand(index, cast(call.operand(index), other));
      }
    }
  }

  private static SqlNode cast(SqlNode node, SqlType type) {
    SqlParserPos pos = node.getParserPosition();
    return SqlStdOperatorTable.CAST.createCall(pos, node, KnownTypeSpec.of(type, pos));
  }

  private void between() {
    boolean isNegated =
        call.getOperator() instanceof SqlBetweenOperator between && between.isNegated();
    SqlType value = typeOf(call.operand(0));
    SqlType low = typeOf(call.operand(1));
    SqlType high = typeOf(call.operand(2));
    requireOperator(isNegated ? "<" : ">=", value, low);
    castLiteral(1, low, value);
    if (value.kind() == TypeKind.UNKNOWN) {
      requireLiteral(call.operand(0), low);
    }
    requireOperator(isNegated ? ">" : "<=", value, high);
    castLiteral(2, high, value);
    castLiteral(0, value, low.kind() == TypeKind.UNKNOWN ? high : low);
  }

  private void in(String sign) {
    SqlNode left = call.operand(0);
    SqlNode right = call.operand(1);
    if (right instanceof SqlNodeList list) {
      if (!isRow(left)) {
        inList(sign, list);
      }
      return;
    }
    List<RelDataTypeField> columns = validator.deriveType(scope, right).getFieldList();
    List<SqlNode> values = isRow(left) ? ((SqlBasicCall) left).getOperandList() : List.of(left);
    if (columns.size() != values.size()) {
      throw SqlErrors.behind(
          call,
          new ColonnadeException(
              ErrorCode.SYNTAX_ERROR,
              "subquery has too %s columns"
                  .formatted(columns.size() < values.size() ? "few" : "many")));
    }
    for (int i = 0; i < values.size(); i++) {
      SqlType known = CalciteTypes.sqlType(columns.get(i).getType());
      // What a query leaves open is text.
      SqlType column = known.kind() == TypeKind.UNKNOWN ? SqlType.of(TypeKind.TEXT) : known;
      SqlType value = typeOf(values.get(i));
      requireOperator(sign, value, column);
      requireLiteral(values.get(i), column);
    }
  }

  private void inList(String sign, SqlNodeList list) {
    SqlType value = typeOf(call.operand(0));
    SqlType known = value;
    List<SqlNode> items = Nodes.of(list);
    for (int i = 0; i < items.size(); i++) {
      SqlNode item = items.get(i);
      SqlType type = typeOf(item);
      requireOperator(sign, value, type);
      known = known.kind() == TypeKind.UNKNOWN ? type : known;
      if (type.kind() == TypeKind.UNKNOWN && value.kind() != TypeKind.UNKNOWN && !isRow(item)) {
        requireLiteral(item, value);
        if (value.kind() == TypeKind.INTERVAL && FunctionCalls.isUntyped(item)) {
          list.set(i, cast(item, value));
        }
      }
    }
    if (value.kind() == TypeKind.UNKNOWN) {
      castLiteral(0, value, known);
    }
  }

  private void like() {
    SqlType text = typeOf(call.operand(0));
    SqlType pattern = typeOf(call.operand(1));
    boolean isBytes = text.kind() == TypeKind.BYTEA && pattern.kind() == TypeKind.BYTEA;
    if ((isTextual(text) && isTextual(pattern)) || isBytes) {
      return;
    }
    SqlLikeOperator operator = (SqlLikeOperator) call.getOperator();
    String sign = operator.isCaseSensitive() ? "~~" : "~~*";
    throw SqlErrors.behind(
        call,
        FunctionCalls.unknown(
            operator.isNegated() ? "!" + sign : sign, false, List.of(text, pattern)));
  }

  private static boolean isTextual(SqlType type) {
    return type.kind().isText() || type.kind() == TypeKind.UNKNOWN;
  }

  private void remainder() {
    if (call.getOperator() instanceof SqlFunction) {
      return;
    }
    SqlType left = typeOf(call.operand(0));
    SqlType right = typeOf(call.operand(1));
    if (!isExact(left) || !isExact(right)) {
      throw SqlErrors.behind(call, FunctionCalls.unknown("%", false, List.of(left, right)));
    }
    requireLiteral(call.operand(0), right);
    requireLiteral(call.operand(1), left);
  }

  private static boolean isExact(SqlType type) {
    TypeKind kind = type.kind();
    return kind.isInteger() || kind == TypeKind.NUMERIC || kind == TypeKind.UNKNOWN;
  }

  private void requireOperator(String sign, SqlType left, SqlType right) {
    boolean isJson = left.kind() == TypeKind.JSON || right.kind() == TypeKind.JSON;
    if (isJson || !CommonType.areComparable(left, right)) {
      throw SqlErrors.behind(call, FunctionCalls.unknown(sign, false, List.of(left, right)));
    }
  }
}
