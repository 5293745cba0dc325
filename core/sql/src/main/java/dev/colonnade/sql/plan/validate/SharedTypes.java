package dev.colonnade.sql.plan.validate;

import static java.util.Objects.requireNonNull;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.error.SqlErrors;
import dev.colonnade.sql.parse.Nodes;
import dev.colonnade.sql.plan.tree.KnownTypeSpec;
import dev.colonnade.sql.plan.type.CalciteTypes;
import dev.colonnade.sql.type.CommonType;
import dev.colonnade.sql.type.SqlType;
import dev.colonnade.sql.type.TypeKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.runtime.CalciteContextException;
import org.apache.calcite.sql.SqlBasicCall;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlCharStringLiteral;
import org.apache.calcite.sql.SqlDynamicParam;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.SqlUtil;
import org.apache.calcite.sql.fun.SqlCase;
import org.apache.calcite.sql.fun.SqlInternalOperators;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.validate.SqlValidator;
import org.apache.calcite.sql.validate.SqlValidatorScope;
import org.jspecify.annotations.Nullable;

/** Operands that become one type in PostgreSQL where Calcite would take another, or refuse. */
final class SharedTypes {
  /** The place of ELSE among the operands of CASE. */
  private static final int ELSE = 3;

  private SharedTypes() {}

  /** Casts operands of a call whose type is not known yet. */
  static void apply(SqlValidator validator, SqlValidatorScope scope, SqlBasicCall call) {
    String name = call.getOperator().getName().toUpperCase(Locale.ROOT);
    switch (call.getKind()) {
      case PLUS, MINUS, TIMES, DIVIDE -> widenReal(validator, scope, call);
      case OVER -> widenSum(validator, scope, call);
      case ARRAY_VALUE_CONSTRUCTOR -> unify(validator, scope, "ARRAY", call);
      default -> {
        if (name.equals("GREATEST") || name.equals("LEAST")) {
          unify(validator, scope, name, call);
        }
      }
    }
  }

  /** The planner has no sum of BIGINT over a window, which is NUMERIC, and so no mean. */
  private static void widenSum(SqlValidator validator, SqlValidatorScope scope, SqlBasicCall call) {
    if (call.operand(0) instanceof SqlBasicCall sum
        && isSum(sum)
        && sum.operandCount() == 1
        && kindOf(validator, scope, sum.operand(0)) == TypeKind.BIGINT) {
      sum.setOperand(0, cast(sum.operand(0), SqlType.of(TypeKind.NUMERIC)));
    }
  }

  private static boolean isSum(SqlBasicCall call) {
    String name = call.getOperator().getName();
    return name.equalsIgnoreCase("sum") || name.equalsIgnoreCase("avg");
  }

  private static void unify(
      SqlValidator validator, SqlValidatorScope scope, String construct, SqlBasicCall call) {
    List<SqlNode> unified = unified(validator, scope, construct, call.getOperandList());
    for (int i = 0; i < unified.size(); i++) {
      call.setOperand(i, unified.get(i));
    }
  }

  /** REAL with another type of number is DOUBLE PRECISION. */
  private static void widenReal(
      SqlValidator validator, SqlValidatorScope scope, SqlBasicCall call) {
    if (call.operandCount() != 2) {
      return;
    }
    TypeKind left = kindOf(validator, scope, call.operand(0));
    TypeKind right = kindOf(validator, scope, call.operand(1));
    if (left == TypeKind.REAL && right.isNumber() && right != TypeKind.REAL) {
      call.setOperand(0, cast(call.operand(0), SqlType.of(TypeKind.DOUBLE)));
    } else if (right == TypeKind.REAL && left.isNumber() && left != TypeKind.REAL) {
      call.setOperand(1, cast(call.operand(1), SqlType.of(TypeKind.DOUBLE)));
    }
  }

  /** Variant of {@link #apply} for CASE, whose ELSE is examined first. */
  static void apply(SqlValidator validator, SqlValidatorScope scope, SqlCase conditional) {
    SqlNodeList thens = conditional.getThenOperands();
    SqlNode otherwise = conditional.getElseOperand();
    if (otherwise != null && Nodes.of(thens).stream().allMatch(SharedTypes::isNotNull)) {
      coalesce(validator, scope, conditional, otherwise);
      return;
    }
    List<SqlNode> results = new ArrayList<>();
    if (otherwise != null) {
      results.add(otherwise);
    }
    results.addAll(Nodes.of(thens));
    List<SqlNode> unified = unified(validator, scope, "CASE", results);
    for (int i = 0; i < thens.size(); i++) {
      thens.set(i, unified.get(unified.size() - thens.size() + i));
    }
    if (otherwise != null) {
      conditional.setOperand(ELSE, unified.getFirst());
    }
  }

  /** Returns whether the result is what Calcite makes of an operand of COALESCE. */
  private static boolean isNotNull(SqlNode result) {
    return result instanceof SqlCall call
        && call.getOperator().equals(SqlInternalOperators.CAST_NOT_NULL);
  }

  private static void coalesce(
      SqlValidator validator, SqlValidatorScope scope, SqlCase conditional, SqlNode last) {
    List<SqlNode> thens = Nodes.of(conditional.getThenOperands());
    List<SqlNode> operands = new ArrayList<>();
    thens.forEach(then -> operands.add(((SqlCall) then).operand(0)));
    operands.add(last);
    List<SqlNode> unified = unified(validator, scope, "COALESCE", operands);
    for (int i = 0; i < thens.size(); i++) {
      ((SqlCall) thens.get(i)).setOperand(0, unified.get(i));
    }
    conditional.setOperand(ELSE, unified.getLast());
  }

  /** Variant of {@link #apply} for the columns of VALUES. */
  static void ofRows(SqlValidator validator, SqlValidatorScope scope, SqlCall values) {
    List<SqlCall> rows = values.getOperandList().stream().map(SqlCall.class::cast).toList();
    int columnCount = rows.getFirst().operandCount();
    for (SqlCall row : rows) {
      if (row.operandCount() != columnCount) {
        throw SqlErrors.at(
            row.operand(0).getParserPosition(),
            new ColonnadeException(
                ErrorCode.SYNTAX_ERROR, "VALUES lists must all be the same length"));
      }
    }
    for (int i = 0; i < columnCount && rows.size() > 1; i++) {
      int column = i;
      List<SqlNode> cells = rows.stream().map(row -> row.<SqlNode>operand(column)).toList();
      List<SqlNode> unified = unified(validator, scope, "VALUES", cells);
      for (int j = 0; j < rows.size(); j++) {
        rows.get(j).setOperand(column, unified.get(j));
      }
    }
  }

  /** Refuses columns of UNION and its like that do not become one type. */
  static void requireShared(SqlValidator validator, SqlCall operation) {
    List<SqlNode> sides = operation.getOperandList();
    List<RelDataType> rows =
        sides.stream()
            .map(side -> requireNonNull(validator.getNamespace(side), "no namespace").getRowType())
            .toList();
    int columnCount = rows.getFirst().getFieldCount();
    if (rows.getLast().getFieldCount() != columnCount) {
      return; // Calcite reports it
    }
    for (int i = 0; i < columnCount; i++) {
      List<SqlNode> items = new ArrayList<>();
      List<SqlType> types = new ArrayList<>();
      for (int j = 0; j < sides.size(); j++) {
        SqlNode item = item(sides.get(j), i);
        RelDataType type = rows.get(j).getFieldList().get(i).getType();
        items.add(item == null ? sides.get(j) : item);
        types.add(
            item != null && FunctionCalls.isUntyped(item)
                ? SqlType.of(TypeKind.UNKNOWN)
                : CalciteTypes.sqlType(type));
      }
      // What Calcite makes of two "char" in a UNION within is a text.
      boolean isWithin = sides.stream().anyMatch(side -> !(side instanceof SqlSelect));
      boolean isText = types.stream().allMatch(type -> type.kind().isText());
      if (!isWithin || !isText) {
        shared(operation.getOperator().getKind().name(), items, types);
      }
    }
  }

  /** Returns the item of a query for a column; null if it takes it from queries of its own. */
  private static @Nullable SqlNode item(SqlNode query, int column) {
    return query instanceof SqlSelect select && column < select.getSelectList().size()
        ? SqlUtil.stripAs(select.getSelectList().get(column))
        : null;
  }

  /** The operands as they become one type. */
  private static List<SqlNode> unified(
      SqlValidator validator, SqlValidatorScope scope, String construct, List<SqlNode> operands) {
    List<SqlType> types = new ArrayList<>();
    for (SqlNode operand : operands) {
      SqlType type = typeOf(validator, scope, operand);
      types.add(type == null ? SqlType.of(TypeKind.UNKNOWN) : type);
    }
    SqlType shared = shared(construct, operands, types);
    List<SqlNode> unified = new ArrayList<>();
    for (int i = 0; i < operands.size(); i++) {
      SqlNode operand = operands.get(i);
      unified.add(
          isToBeCast(operand, types.get(i), shared, construct) ? cast(operand, shared) : operand);
    }
    return unified;
  }

  /** The type that all become; throws if there is none, or a literal is none of it. */
  private static SqlType shared(String construct, List<SqlNode> nodes, List<SqlType> types) {
    SqlType shared =
        switch (CommonType.of(types)) {
          case CommonType.Shared(SqlType type) -> type;
          case CommonType.Unmatched(int index, SqlType before, SqlType other) ->
              throw error(
                  nodes.get(index),
                  ErrorCode.TYPE_MISMATCH,
                  "%s types %s and %s cannot be matched".formatted(construct, before, other));
          case CommonType.Unconverted(int index, SqlType from, SqlType to) ->
              throw error(
                  nodes.get(index),
                  ErrorCode.CANNOT_COERCE,
                  "%s could not convert type %s to %s"
                      .formatted(
                          construct.equals("CASE") ? "CASE/" + branch(index) : construct,
                          from,
                          to));
        };
    for (int i = 0; i < nodes.size(); i++) {
      if (types.get(i).kind() == TypeKind.UNKNOWN && shared.element() == null) {
        LiteralValues.require(nodes.get(i), shared.kind());
      }
    }
    return shared;
  }

  private static String branch(int index) {
    return index == 0 ? "ELSE" : "WHEN";
  }

  private static CalciteContextException error(SqlNode node, ErrorCode code, String message) {
    return SqlErrors.at(node.getParserPosition(), new ColonnadeException(code, message));
  }

  /** Returns whether Calcite would not convert an operand to the shared type as PostgreSQL does. */
  private static boolean isToBeCast(
      SqlNode operand, SqlType type, SqlType shared, String construct) {
    TypeKind target = shared.kind();
    if (target == TypeKind.UNKNOWN || target.isText()) {
      return false;
    }
    if (operand instanceof SqlCharStringLiteral) {
      return true;
    }
    if (operand instanceof SqlDynamicParam) {
      return construct.equals("GREATEST") || construct.equals("LEAST");
    }
    if (type.kind() == TypeKind.UNKNOWN) {
      return CalciteTypes.usesPostgresRules(target)
          && !construct.equals("COALESCE")
          && SqlUtil.isNullLiteral(operand, false);
    }
    SqlType element = type.element();
    SqlType sharedElement = shared.element();
    boolean isOther;
    if (element != null && sharedElement != null) {
      isOther = element.kind() != sharedElement.kind() && !element.kind().isText();
    } else {
      isOther = type.kind() != target;
    }
    return isOther && !target.isNumber();
  }

  private static TypeKind kindOf(SqlValidator validator, SqlValidatorScope scope, SqlNode operand) {
    SqlType type = typeOf(validator, scope, operand);
    return type == null ? TypeKind.UNKNOWN : type.kind();
  }

  private static @Nullable SqlType typeOf(
      SqlValidator validator, SqlValidatorScope scope, SqlNode operand) {
    if (FunctionCalls.isUntyped(operand)) {
      return null;
    }
    RelDataType type = validator.deriveType(scope, operand);
    return type.getSqlTypeName() == SqlTypeName.NULL ? null : CalciteTypes.sqlType(type);
  }

  private static SqlNode cast(SqlNode operand, SqlType type) {
    SqlParserPos pos = operand.getParserPosition();
    return SqlStdOperatorTable.CAST.createCall(pos, operand, KnownTypeSpec.of(type, pos));
  }
}
